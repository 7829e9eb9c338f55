import { classNames } from '#web/ui/class-names.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

/** Followers won or lost in 30 days, in the look of a trend; nothing without a number that old. */
export function FollowerGrowth({ by }: { by: number | null }) {
  if (by === null) return null
  const kind = by > 0 ? 'up' : by < 0 ? 'down' : null
  const words = { up: 'gewachsen um ', down: 'geschrumpft um ' }
  return (
    <span className={classNames('trend', kind && `trend-${kind}`)}>
      <VisuallyHidden>{kind ? words[kind] : 'unverändert'}</VisuallyHidden>
      {kind && formatCount(Math.abs(by))}
    </span>
  )
}
