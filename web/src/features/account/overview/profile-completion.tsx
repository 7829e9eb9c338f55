import type { AccountPage, OwnProfile } from '@hot/domain/contract/account/account'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Progress } from '#web/ui/feedback/loading.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

type Props = { completion: AccountPage['completion']; profile: OwnProfile }

/** Complete with avatar and nickname, else half. */
export function ProfileCompletion({ completion, profile }: Props) {
  const percent = completion * 100
  return (
    <section aria-labelledby="profil-stand">
      <SectionHead id="profil-stand" title="Dein Profil">
        <Link to="/account/profil">Bearbeiten</Link>
      </SectionHead>
      <div className="grid gap-4">
        <p>
          {completion === 1 ? 'Fertig. ' : ''}
          <b className="num">{percent} %</b> ausgefüllt.
        </p>
        <Progress label="Profil ausgefüllt" done={percent} total={100} />
        <ul className="grid gap-2">
          <Step done={profile.nickname !== null} text={profile.nickname ? 'Nickname steht' : 'Nickname fehlt noch'} />
          <Step
            done={profile.avatar_url !== null}
            text={profile.avatar_url ? 'Bild ist da' : 'Bild fehlt noch. Gesichter merkt man sich leichter.'}
          />
        </ul>
        {completion < 1 && (
          <p>
            <Link to="/account/profil" className={buttonClass({ variant: 'hot' })}>
              {profile.nickname ? 'Bild hochladen' : 'Profil ausfüllen'}
            </Link>
          </p>
        )}
      </div>
    </section>
  )
}

function Step({ done, text }: { done: boolean; text: string }) {
  return (
    <li className="flex items-center gap-2">
      <span className={done ? 'flex-none text-ok' : 'flex-none text-ink-3'}>
        <Icon of={done ? Check : Circle} />
      </span>
      {text}
    </li>
  )
}
