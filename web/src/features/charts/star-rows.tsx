import type { StarCard, StarRef } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { Link } from '@tanstack/react-router'
import { Heat } from '#web/entities/star/score.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Trend } from '#web/ui/data/trend.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { ChartRow } from './chart-rows.tsx'

export function StarRows({ stars }: { stars: StarCard[] }) {
  return (
    <ol>
      {stars.map((star, index) => (
        <ChartRow
          key={star.id}
          rank={star.rank ?? index + 1}
          picture={<Avatar id={star.id} name={starName(star)} src={star.avatar_url} />}
          title={<StarLink star={star} />}
          meta={`${formatCount(star.votes)} ${star.votes === 1 ? 'Stimme' : 'Stimmen'}`}
          value={<Heat score={star.hot_score} />}
          trend={<Trend rank={star.rank} rankWeekAgo={star.rank_week_ago} />}
          heat={star.hot_score}
        />
      ))}
    </ol>
  )
}

/** The hottest few as lines of the chart, for other pages. */
export function StarRanking({ stars }: { stars: StarCard[] }) {
  if (stars.length === 0) {
    return <p className="text-ink-2">Noch hat niemand genug Stimmen. Irgendwer muss anfangen.</p>
  }
  return <StarRows stars={stars} />
}

export function StarLink({ star }: { star: StarRef }) {
  return (
    <Link to="/stars/$starSlug" params={{ starSlug: star.slug }}>
      {starName(star)}
    </Link>
  )
}
