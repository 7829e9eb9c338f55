import Bell from 'lucide-react/icons/bell'
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useRef } from 'react'
import { useStore } from '#web/create-store.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Button, PlainButton } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { PopoverMenu } from '#web/ui/overlays/popover-menu.tsx'
import { type FollowTarget, firstFormat, useFollow, wishes, wishTexts } from './follows.tsx'

type Props = FollowTarget & { title: string }
/** `label`: what the button says while nothing is chosen. */
type ButtonProps = Props & { label: string }

/** Follows something, and says where its news go. For members. */
export function FollowButton({ title, label, ...target }: ButtonProps) {
  const { current, busy, change } = useFollow(target)
  const asks = useStore(firstFormat) === target.id
  const follows = current !== undefined && current !== null && current !== 'off'
  const turn = () =>
    follows ? change(null, `Du folgst ${title} nicht mehr.`) : change('usual', `Du folgst jetzt ${title}.`)
  return (
    <>
      <span className="inline-flex items-center gap-1">
        <Button
          variant={follows || current === 'off' || target.type !== 'format' ? 'plain' : 'hot'}
          aria-pressed={follows}
          disabled={current === undefined}
          busy={busy}
          onClick={turn}
        >
          <Icon of={follows ? Check : Plus} size={16} />
          <span>{follows ? 'Du folgst' : current === 'off' ? 'Stumm' : label}</span>
        </Button>
        {current !== undefined && <ChannelMenu title={title} {...target} />}
      </span>
      {asks && follows && <TonightQuestion onAnswered={() => firstFormat.set(null)} />}
    </>
  )
}

/** Where news of something go; for a star of whom the viewer is a fan it is all there is to choose. */
export function ChannelMenu({ title, ...target }: Props) {
  const { current, busy, change } = useFollow(target)
  return (
    <PopoverMenu icon={Bell} label={`Wo du von ${title} hörst`}>
      {wishes.map((wish) => (
        <PlainButton
          key={wish}
          type="button"
          aria-pressed={current === wish}
          busy={busy}
          onClick={() => change(wish, wish === 'off' ? `Zu ${title} kommt nichts mehr.` : 'Gemerkt.')}
        >
          {`${current === wish ? '✓ ' : ''}${wishTexts[wish]}`}
        </PlainButton>
      ))}
    </PopoverMenu>
  )
}

const answers = [
  {
    label: 'Auch aufs Gerät',
    enabled: true,
    channel: 'push',
    said: 'Gemerkt. Ob dieses Gerät klingelt, steht in deinen Einstellungen.',
  },
  { label: 'Nur in der App', enabled: true, channel: 'app', said: 'Gemerkt.' },
  { label: 'Gar nicht', enabled: false, channel: 'app', said: 'Gut, morgens bleibt es still.' },
] as const
type Answer = (typeof answers)[number]

/** Asks once, with the first format that somebody follows, where the morning's "Läuft heute" goes. In the app until then. */
function TonightQuestion({ onAnswered }: { onAnswered: () => void }) {
  const place = useRef<HTMLFieldSetElement>(null)
  const write = useWrite(async ({ enabled, channel, said }: Answer) => {
    await rpc('set_notification_setting', { p_type: 'format_today', p_enabled: enabled, p_channel: channel })
    showToast({ title: said })
    // The question goes with the pressed button: the focus goes back to the one that led to it.
    place.current?.previousElementSibling?.querySelector('button')?.focus({ preventScroll: true })
    onAnswered()
  })
  return (
    <fieldset ref={place} className="grid basis-full gap-3 border-2 border-ink bg-sheet p-4">
      <legend className="sr-only">Läuft heute</legend>
      <p role="status">Wenn abends etwas läuft, sagen wir es dir am Morgen. Wo?</p>
      <div className="flex flex-wrap gap-2">
        {answers.map((answer) => (
          <Button key={answer.label} busy={write.busy} onClick={() => write.run(answer)}>
            {answer.label}
          </Button>
        ))}
      </div>
      <FormFailure text={write.failure} />
    </fieldset>
  )
}
