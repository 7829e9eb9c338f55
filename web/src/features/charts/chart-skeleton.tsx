import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A chart while its first part is on its way. */
export function ChartSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <VisuallyHidden>Rangliste wird geladen</VisuallyHidden>
      <Skeleton className="h-12 w-80 max-w-full" />
      <Skeleton className="mt-6 h-12" />
      <div className="page-grid mt-6">
        <Skeleton className="h-72 lg:col-span-5" />
        <div className="grid gap-3 lg:col-span-7">
          {rows.map((row) => (
            <Skeleton key={row} className="h-16" />
          ))}
        </div>
      </div>
    </div>
  )
}
