import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

/** A format's page while it loads: poster, next episode, seasons in their final places. */
export function FormatSkeleton() {
  return (
    <div className="page" role="status">
      <VisuallyHidden>Format wird geladen</VisuallyHidden>
      <div className="page-grid">
        <Skeleton className="-mx-gutter -mt-5 h-59 lg:col-span-8 lg:mx-0 lg:mt-0 lg:h-84" />
        <Skeleton className="h-48 lg:col-span-4" />
        <Skeleton className="h-40" />
      </div>
    </div>
  )
}
