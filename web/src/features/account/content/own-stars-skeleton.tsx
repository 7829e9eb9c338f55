import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

const cards = ['a', 'b', 'c', 'd', 'e', 'f']

export function OwnStarsSkeleton() {
  return (
    <div className="star-grid">
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
