import Bell from 'lucide-react/icons/bell'
import { Button, PlainButton } from '#web/ui/controls/button.tsx'
import { PopoverMenu } from '#web/ui/overlays/popover-menu.tsx'
import { type FollowTarget, useFollow, wishes, wishTexts } from './follows.tsx'

type Props = FollowTarget & { title: string }

/** Follows something, and says where its news go. For members. */
export function FollowButton({ title, ...target }: Props) {
  const { current, busy, change } = useFollow(target)
  const follows = current !== undefined && current !== null && current !== 'off'
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        aria-pressed={follows}
        disabled={current === undefined}
        busy={busy}
        onClick={() =>
          follows ? change(null, `Du folgst ${title} nicht mehr.`) : change('usual', `Du hörst von ${title}.`)
        }
      >
        {follows ? 'Du folgst' : current === 'off' ? 'Stumm' : 'Folgen'}
      </Button>
      {current !== undefined && <ChannelMenu title={title} {...target} />}
    </span>
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
