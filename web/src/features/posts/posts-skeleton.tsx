import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

const rows = ['a', 'b', 'c', 'd', 'e']

/** While a list or a post is on its way. */
export function PostsSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <VisuallyHidden>Beiträge werden geladen</VisuallyHidden>
      <Skeleton className="h-12 w-64 max-w-full" />
      <div className="mt-6 grid max-w-192 gap-6">
        {rows.map((row) => (
          <div key={row} className="grid gap-3">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-7 w-4/5" />
            <Skeleton className="h-12" />
          </div>
        ))}
      </div>
    </div>
  )
}
