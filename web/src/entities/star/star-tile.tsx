import type { StarCard as StarCardData } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Trend } from '#web/ui/data/trend.tsx'
import type { HeadingLevel } from '#web/ui/layout/heading.tsx'
import { FanHeart } from './fans/fan-heart.tsx'
import { Portrait } from './portrait.tsx'
import { StarCard } from './star-card.tsx'

type Props = {
  star: StarCardData
  /** True for the first cards of a page: their pictures load at once. */
  eager?: boolean
  /** Placement in a season, for example. */
  meta?: ReactNode
  level?: HeadingLevel
}

/** A star as a card, with the way to becoming a fan. */
export function StarTile({ star, eager, meta, level }: Props) {
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
