import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { SectionSkeleton } from '../account-skeleton.tsx'

/** The overview's head and columns in their final places. */
export function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <h1>Mein Account</h1>
        <p role="status">Dein Account wird geladen</p>
      </VisuallyHidden>
      <div className="flex min-h-22 items-center gap-6">
        <Skeleton className="size-22 flex-none rounded-round" />
        <div className="grid flex-1 gap-3">
          <Skeleton className="h-10 w-60 max-w-full" />
          <Skeleton className="h-5 w-44 max-w-full" />
        </div>
      </div>
      <div className="page-grid mt-8">
        <div className="lg:col-span-7">
          <SectionSkeleton />
        </div>
        <div className="lg:col-span-5">
          <SectionSkeleton />
        </div>
      </div>
    </div>
  )
}
