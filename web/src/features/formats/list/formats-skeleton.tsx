import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PageHead } from '#web/ui/layout/page-header.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

const tiles = Array.from({ length: 9 }, (_, index) => index)

export function FormatsSkeleton() {
  return (
    <div className="page" role="status">
      <VisuallyHidden>Formate werden geladen</VisuallyHidden>
      <PageHead title="Formate" intro="Moment, wir suchen die Fernbedienung." />
      <Skeleton className="h-12 rounded-round" />
      <Skeleton className="mt-4 mb-6 h-19" />
      <div className="format-grid">
        {tiles.map((tile) => (
          <div key={tile}>
            <Skeleton className="aspect-4/3" />
            <Skeleton className="mt-2 h-7" />
          </div>
        ))}
      </div>
    </div>
  )
}
