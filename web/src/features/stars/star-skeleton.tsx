import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

/** A star's page while it loads: portrait, name, votes in their final places. */
export function StarSkeleton() {
  return (
    <div className="page" role="status">
      <VisuallyHidden>Star wird geladen</VisuallyHidden>
      <div className="grid gap-4 lg:grid-cols-[300px_1fr] lg:items-end lg:gap-9">
        <Skeleton className="-mx-gutter -mt-5 h-59 lg:mx-0 lg:mt-0 lg:h-84" />
        <div className="grid gap-3.5">
          <Skeleton className="h-21 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-11 w-64 rounded-round" />
        </div>
      </div>
      <div className="page-grid mt-10">
        <Skeleton className="h-96 lg:col-span-7" />
        <Skeleton className="h-48 lg:col-span-5" />
      </div>
    </div>
  )
}
