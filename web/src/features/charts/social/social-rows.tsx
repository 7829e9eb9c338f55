import type { SocialRank } from '@hot/domain/contract/chart'
import { starName } from '@hot/domain/star/name'
import { Figure } from '#web/ui/data/big-number.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { ChartRow } from '../chart-row.tsx'
import { StarLink } from '../stars/star-link.tsx'
import { FollowerGrowth } from './follower-growth.tsx'

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
