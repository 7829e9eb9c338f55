import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

/** The front page while it loads: lead, programme, top five and tiles in their final places. */
export function HomeSkeleton() {
  return (
    <div className="page" role="status">
      <VisuallyHidden>Startseite wird geladen</VisuallyHidden>
      <div className="page-grid">
        <Skeleton className="-mx-gutter -mt-5 h-96 lg:col-span-8 lg:mx-0 lg:mt-0 lg:h-120" />
        <Skeleton className="h-96 lg:col-span-4" />
        <Skeleton className="h-96 lg:col-span-5" />
        <Skeleton className="h-96 lg:col-span-7" />
      </div>
    </div>
  )
}
