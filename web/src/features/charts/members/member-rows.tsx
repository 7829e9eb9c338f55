import type { MemberRank } from '@hot/domain/contract/chart'
import type { MemberRef } from '@hot/domain/contract/member-ref'
import { Link } from '@tanstack/react-router'
import { Figure } from '#web/ui/data/big-number.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Trend } from '#web/ui/data/trend.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { ChartRow } from '../chart-row.tsx'

type Props = { ranks: MemberRank[]; meta?: (member: MemberRef) => string }

/** The divider is filled in relation to the first of the list. */
export function MemberRows({ ranks, meta }: Props) {
  const most = Math.max(1, ...ranks.map(({ value }) => value))
  return (
    <ol>
      {ranks.map(({ member, rank, value, rank_week_ago }) => (
        <ChartRow
          key={member.id}
          rank={rank}
          picture={<Avatar id={member.id} name={member.nickname} src={member.avatar_url} />}
          title={<MemberLink member={member} />}
          meta={meta?.(member)}
          value={<Figure>{formatCount(value)}</Figure>}
          trend={<Trend rank={rank} rankWeekAgo={rank_week_ago} />}
          heat={(Math.max(0, value) / most) * 100}
        />
      ))}
    </ol>
  )
}

export function MemberLink({ member }: { member: MemberRef }) {
  return (
    <Link to="/user/$userSlug" params={{ userSlug: member.slug }}>
      {member.nickname}
    </Link>
  )
}
