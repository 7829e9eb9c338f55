import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** Decisions that are on their way. */
export function SanctionsSkeleton() {
  return (
    <div className="grid max-w-prose gap-3" role="status" aria-label="Entscheidungen werden geladen">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-32" />
    </div>
  )
}
