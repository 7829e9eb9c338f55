import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

const cards = Array.from({ length: 10 }, (_, index) => index)

/** A season's page while it loads: title, facts and cast in their final places. */
export function SeasonSkeleton() {
  return (
    <div className="page" role="status">
      <VisuallyHidden>Staffel wird geladen</VisuallyHidden>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-6 h-14 w-3/5 lg:h-20" />
      <Skeleton className="mt-4 h-6 w-4/5" />
      <div className="star-grid mt-12">
        {cards.map((card) => (
          <Skeleton key={card} className="aspect-[1/1.05]" />
        ))}
      </div>
    </div>
  )
}
