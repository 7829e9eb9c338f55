import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

const rows = ['a', 'b', 'c', 'd']

/** Rows of text that are on their way. */
export function ListSkeleton() {
  return (
    <div className="grid gap-6">
      {rows.map((row) => (
        <div key={row} className="grid gap-3">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-10" />
        </div>
      ))}
    </div>
  )
}
