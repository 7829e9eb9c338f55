import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PageHead } from '#web/ui/layout/page-header.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

const rows = ['a', 'b', 'c', 'd', 'e', 'f']

/** The page while its first week is on its way. */
export function CalendarSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <PageHead title="Kalender" intro="Moment, wir blättern in der Programmzeitschrift." />
      <VisuallyHidden>Sendungen werden geladen</VisuallyHidden>
      <Skeleton className="h-9 rounded-round" />
      <Skeleton className="mt-4 h-16" />
      <div className="mt-5 grid gap-4">
        {rows.map((row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    </div>
  )
}
