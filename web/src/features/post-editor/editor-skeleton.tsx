import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

/** While a form or the post in it is on its way. */
export function EditorSkeleton({ label }: { label: string }) {
  return (
    <div className="grid max-w-180 gap-5" role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-48" />
      <Skeleton className="h-12" />
    </div>
  )
}
