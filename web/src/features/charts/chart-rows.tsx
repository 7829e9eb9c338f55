import type { MemberRank } from '@hot/domain/contract/chart'
import type { MemberRef } from '@hot/domain/contract/parts'
import type { StarCard, StarRef, StarVotesWaiting } from '@hot/domain/contract/star'
import { minWeighingVotes } from '@hot/domain/star/hot-score'
import { starName } from '@hot/domain/star/name'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { Distinction } from '#web/entities/star/distinction.tsx'
import { Heat, Thermometer } from '#web/entities/star/score.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { countOf, formatCount } from '#web/ui/data/format-number.ts'
import { Figure, Trend } from '#web/ui/data/stat.tsx'
import { FittedName } from '#web/ui/layout/fitted-name.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import './podium.css'

type Entry = {
  key: string
  picture: ReactNode
  /** Usually a link. */
  title: ReactNode
  /** `Heat` or `Figure`. */
  value: ReactNode
  /** What the figure counts: `dabei`, `Karma`. */
  unit?: string | undefined
  trend?: ReactNode
}

/** The first three, or fewer: in the markup in the order 1, 2, 3, shown as 2, 1, 3. */
export function Podium({ entries }: { entries: Entry[] }) {
  return (
    <ol className="podium">
      {entries.slice(0, 3).map((entry, index) => (
        <li key={entry.key}>
          {entry.picture}
          <span className="type-h4">{entry.title}</span>
          {entry.value}
          <span className="meta empty:hidden">{entry.unit}</span>
          {entry.trend}
          <span className="podium-step">{index + 1}</span>
        </li>
      ))}
    </ol>
  )
}

type Props = {
  rank: number
  /** Avatar, or the square of a format. */
  picture: ReactNode
  /** A link; it covers the whole row. */
  title: ReactNode
  meta?: ReactNode
  /** `Heat` for a score, else text. */
  value: ReactNode
  trend?: ReactNode
  /** 0–100: how far the divider is filled; null leaves it empty. */
  heat: number | null
  /** A star the viewer is a fan of, or the viewer's own rank. */
  mine?: boolean
}

/** One row of a chart, inside `<ol>`, with a thermometer as the divider below it. */
export function ChartRow({ rank, picture, title, meta, value, trend, heat, mine }: Props) {
  return (
    <li className={classNames('chart-row', mine && 'chart-row-mine')}>
      <span className={classNames('rank', rank > 999 ? 'rank-1000' : rank > 9 && 'rank-10')}>{rank}</span>
      {picture}
      <div>
        <div className="type-h4 stretch-link">{title}</div>
        {meta && <div className="meta num">{meta}</div>}
      </div>
      <div className="chart-value">
        {value}
        {trend}
      </div>
      <Thermometer value={heat} />
    </li>
  )
}

/** Stars as chart rows; without a rank, the position in the list is shown. */
export function StarRows({ stars }: { stars: StarCard[] }) {
  return (
    <ol>
      {stars.map((star, index) => (
        <ChartRow
          key={star.id}
          rank={star.rank ?? index + 1}
          picture={<Avatar id={star.id} name={starName(star)} src={star.avatar_url} />}
          title={<StarLink star={star} />}
          meta={
            star.votes < minWeighingVotes
              ? `Noch wenige Stimmen: ${star.votes}`
              : countOf(star.votes, 'Stimme', 'Stimmen')
          }
          value={<Heat score={star.hot_score} />}
          trend={<Trend rank={star.rank} rankWeekAgo={star.rank_week_ago} />}
          heat={star.hot_score}
        />
      ))}
    </ol>
  )
}

type MemberRowsProps = {
  ranks: MemberRank[]
  meta?: (member: MemberRef) => string
  /** The viewer's id: their row is marked. */
  mine?: string | undefined
}

/** Below this share of the first, the last value is far enough away for bars to tell something. */
const realSpread = 0.6

/** Members as chart rows; where they lie apart, the thermometer of each shows its value in relation to the first. */
export function MemberRows({ ranks, meta, mine }: MemberRowsProps) {
  const values = ranks.map(({ value }) => Math.max(0, value))
  const max = Math.max(1, ...values)
  const lieApart = Math.min(...values) / max < realSpread
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
          heat={lieApart ? (Math.max(0, value) / max) * 100 : null}
          mine={member.id === mine}
        />
      ))}
    </ol>
  )
}

type NoStarsProps = { waiting: StarVotesWaiting | null; chart?: boolean }

const Nobody = () => <p className="text-ink-2">Noch steht hier niemand.</p>
const WhatThereIs = lazy(() => import('./no-stars.tsx').catch(() => ({ default: Nobody })))

/** In place of a chart of stars without stars: the votes that lie there, and when they count. */
export function NoStars({ waiting, chart }: NoStarsProps) {
  if (!waiting) return <Nobody />
  return (
    <Suspense fallback={<Nobody />}>
      <WhatThereIs waiting={waiting} chart={chart} />
    </Suspense>
  )
}

/** The top stars as chart rows, for other pages. */
export function StarRanking({ stars, waiting }: { stars: StarCard[] } & NoStarsProps) {
  if (stars.length === 0) return <NoStars waiting={waiting} />
  return <StarRows stars={stars} />
}

export function MemberLink({ member }: { member: MemberRef }) {
  return (
    <Link to="/user/$userSlug" params={{ userSlug: member.slug }}>
      <FittedName name={member.nickname} />
    </Link>
  )
}

export function StarLink({ star }: { star: StarRef }) {
  return (
    <Link to="/stars/$starSlug" params={{ starSlug: star.slug }}>
      <FittedName name={starName(star)} />
      <Distinction star={star} />
    </Link>
  )
}
