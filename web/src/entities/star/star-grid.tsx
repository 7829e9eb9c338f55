import type { StarCard } from '@hot/domain/contract/star'
import type { HeadingLevel } from '#web/ui/layout/heading.tsx'
import { useOwnFans } from './fans/use-own-fans.ts'
import { StarTile } from './star-tile.tsx'

type GridStar = StarCard & { placement?: string | null }

type Props = {
  stars: GridStar[]
  /** How many portraits load at once; none where the grid stands below the fold. */
  eager?: number
  level?: HeadingLevel
}

/** Stars as cards; a cast shows its placements. */
export function StarGrid({ stars, eager = 0, level = 3 }: Props) {
  useOwnFans(stars)
  return (
    <ul className="star-grid">
      {stars.map((star, index) => (
        <li key={star.id}>
          <StarTile star={star} eager={index < eager} meta={star.placement} level={level} />
        </li>
      ))}
    </ul>
  )
}
