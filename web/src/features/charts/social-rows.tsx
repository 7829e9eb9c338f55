import type { SocialRank } from '@hot/domain/contract/chart'
import { starName } from '@hot/domain/star/name'
import { Avatar } from '#web/ui/avatar.tsx'
import { ChartRow } from '#web/ui/chart-row.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { formatCount } from '#web/ui/format-number.ts'
import { FollowerGrowth } from './follower-growth.tsx'
import { StarLink } from './star-link.tsx'

/** The divider is filled in relation to the first of the list. */
export function SocialRows({ ranks }: { ranks: SocialRank[] }) {
  const most = Math.max(1, ...ranks.map(({ followers }) => followers))
  return (
    <ol>
      {ranks.map(({ star, rank, followers, growth }) => (
        <ChartRow
          key={star.id}
          rank={rank}
          picture={<Avatar id={star.id} name={starName(star)} src={star.avatar_url} />}
          title={<StarLink star={star} />}
          value={<Figure>{formatCount(followers)}</Figure>}
          trend={<FollowerGrowth by={growth} />}
          heat={(followers / most) * 100}
        />
      ))}
    </ol>
  )
}
