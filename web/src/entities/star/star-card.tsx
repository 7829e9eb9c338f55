import type { StarCard as StarCardData } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Trend } from '#web/ui/data/trend.tsx'
import { Heading, type HeadingLevel } from '#web/ui/layout/heading.tsx'
import { FanHeart } from './fans/fan-heart.tsx'
import { useOwnFans } from './fans/use-fan.ts'
import { Portrait } from './portrait.tsx'
import { Heat, Thermometer } from './score.tsx'

type GridStar = StarCardData & { placement?: string | null }

type StarGridProps = {
  stars: GridStar[]
  /** How many portraits load at once; none where the grid stands below the fold. */
  eager?: number
  level?: HeadingLevel
}

/** Stars as cards; a cast shows its placements. */
export function StarGrid({ stars, eager = 0, level = 3 }: StarGridProps) {
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

type StarTileProps = {
  star: StarCardData
  /** True for the first cards of a page: their pictures load at once. */
  eager?: boolean
  /** Placement in a season, for example. */
  meta?: ReactNode
  level?: HeadingLevel
}

/** A star as a card, with the way to becoming a fan. */
function StarTile({ star, eager, meta, level }: StarTileProps) {
  const name = starName(star)
  return (
    <StarCard
      portrait={<Portrait id={star.id} name={name} src={star.avatar_url} eager={eager} />}
      title={
        <Link to="/stars/$starSlug" params={{ starSlug: star.slug }}>
          {name}
        </Link>
      }
      meta={meta}
      score={star.hot_score}
      trend={<Trend rank={star.rank} rankWeekAgo={star.rank_week_ago} />}
      level={level}
      action={<FanHeart star={star} />}
    />
  )
}

type StarCardProps = {
  portrait: ReactNode
  /** A link; it covers the card. */
  title: ReactNode
  score: number | null
  trend?: ReactNode
  /** Placement in a season, for example. */
  meta?: ReactNode
  /** The fan button. */
  action?: ReactNode
  level?: HeadingLevel
}

/** A star as a poster, inside `.star-grid`. */
export function StarCard({ portrait, title, score, trend, meta, action, level = 2 }: StarCardProps) {
  return (
    <article className="star-card">
      {portrait}
      <Heading level={level} className="type-h4 stretch-link">
        {title}
      </Heading>
      {meta && <p className="meta">{meta}</p>}
      <div className="star-score">
        <Heat score={score} />
        {trend}
      </div>
      <Thermometer value={score} />
      {action}
    </article>
  )
}
