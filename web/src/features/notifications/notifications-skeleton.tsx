import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

const rows = ['a', 'b', 'c', 'd', 'e']

/** Rows of notifications that are on their way. */
export function NotificationsSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <VisuallyHidden>
        <p role="status">Deine Benachrichtigungen werden geladen</p>
      </VisuallyHidden>
      {rows.map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  )
}
