import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'

/**
 * The stack while its cards load: progress, card and buttons are about as high as they will be, so that little moves when
 * they come.
 */
export function VotingSkeleton() {
  return (
    <div className="grid gap-4" role="status">
      <VisuallyHidden>Stars werden geladen</VisuallyHidden>
      <Skeleton className="h-8" />
      <Skeleton className="h-140" />
      <Skeleton className="h-12 rounded-round" />
    </div>
  )
}
