import type { StarCard } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { Avatar } from '#web/ui/avatar.tsx'
import { ChartRow } from '#web/ui/chart-row.tsx'
import { formatCount } from '#web/ui/format-number.ts'
import { Heat } from '#web/ui/heat.tsx'
import { Trend } from '#web/ui/trend.tsx'
import { StarLink } from './star-link.tsx'

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
