import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

const rows = ['a', 'b', 'c', 'd']

/** Rows of text that are on their way. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div className="grid gap-6" aria-busy="true">
      <VisuallyHidden>
        <p role="status">{label}</p>
      </VisuallyHidden>
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
