import type { AccountPage } from '@hot/domain/contract/account/account'
import { Link, useNavigate } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import LogOut from 'lucide-react/icons/log-out'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

type Counts = AccountPage['counts']

const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

function contentText(counts: Counts): string {
  if (counts.posts === 0 && counts.comments === 0) return 'Noch kein Wort von dir.'
  const waiting = counts.pending_posts > 0 ? ` ${formatCount(counts.pending_posts)} davon in Prüfung.` : ''
  const refused = counts.rejected_posts > 0 ? ` ${formatCount(counts.rejected_posts)} abgelehnt.` : ''
  const posts = counted(counts.posts, 'Beitrag', 'Beiträge')
  return `${posts}, ${counted(counts.comments, 'Kommentar', 'Kommentare')}.${waiting}${refused}`
}

const starsText = ({ fan_of }: Counts) =>
  fan_of === 0 ? 'Noch kein Herz vergeben.' : `Fan von ${counted(fan_of, 'Star', 'Stars')}.`

const entries = (counts: Counts) =>
  [
    { to: '/account/stars', title: 'Meine Stars', text: starsText(counts) },
    { to: '/account/inhalte', title: 'Meine Inhalte', text: contentText(counts) },
    { to: '/account/karma', title: 'Karma', text: 'Wofür es was gab. Und wofür nicht.' },
    { to: '/account/sicherheit', title: 'Sicherheit', text: 'E-Mail, Passwort, Zwei-Faktor, Geräte.' },
    { to: '/account/einstellungen', title: 'Einstellungen', text: 'Darstellung und Benachrichtigungen.' },
    { to: '/account/moderation', title: 'Moderation', text: 'Was das Team entschieden hat, und dein Einspruch.' },
    { to: '/account/daten', title: 'Daten', text: 'Alles mitnehmen oder alles löschen.' },
  ] as const

/** The ways from the overview to everything else. */
export function AccountLinks({ counts }: { counts: Counts }) {
  return (
    <section aria-labelledby="account-wege" className="lg:col-span-5">
      <SectionHead id="account-wege" title="Alles andere" />
      <ul className="mb-6">
        {entries(counts).map(({ to, title, text }) => (
          <li key={to} className="relative flex items-center gap-3 border-t border-rule py-3 first:border-t-0">
            <div className="flex-1">
              <h3 className="type-h4 stretch-link">
                <Link to={to}>{title}</Link>
              </h3>
              <p className="meta">{text}</p>
            </div>
            <Icon of={ChevronRight} />
          </li>
        ))}
      </ul>
      <SignOutButton />
    </section>
  )
}

/** Ends the session of this device. */
function SignOutButton() {
  const navigate = useNavigate()
  const { busy, failure, run } = useWrite(async () => {
    await signOut('local')
    showToast({ title: 'Abgemeldet', text: 'Bis zur nächsten Folge.' })
    await navigate({ to: '/', ignoreBlocker: true })
  })
  return (
    <div className="grid justify-items-start gap-2">
      <Button onClick={() => void run()} disabled={busy}>
        <Icon of={LogOut} />
        Abmelden
      </Button>
      <FormFailure text={failure} />
    </div>
  )
}
