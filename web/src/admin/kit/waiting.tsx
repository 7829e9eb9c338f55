import { badgeText } from '@hot/domain/notification/limits'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'

/** How many things wait at a place of the menu; nothing for none. */
export function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="admin-count">
      {badgeText(count)}
      <VisuallyHidden> offen</VisuallyHidden>
    </span>
  )
}
