import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PageHead } from '#web/ui/layout/page-header.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

/** Two rows on every width. */
const cards = Array.from({ length: 10 }, (_, index) => index)

/** Stand-ins for star cards of the final size. */
export function StarGridSkeleton() {
  return (
    <div className="star-grid" role="status">
      <VisuallyHidden>Lädt weitere...</VisuallyHidden>
      {cards.map((card) => (
        <div key={card}>
          <Skeleton className="aspect-[1/1.05]" />
          <Skeleton className="mt-4 h-4.5 w-4/5" />
          <Skeleton className="mt-2 h-4.5 w-2/5" />
        </div>
      ))}
    </div>
  )
}

/** The page while its first list is on its way. */
export function StarsSkeleton() {
  return (
    <div className="page">
      <PageHead title="Stars" intro="Moment, wir rufen alle zusammen." />
      <Skeleton className="h-12 rounded-round" />
      <Skeleton className="mt-4 mb-6 h-11.5 w-56 rounded-round" />
      <StarGridSkeleton />
    </div>
  )
}
