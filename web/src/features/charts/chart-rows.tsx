import type { StarCard, StarRef } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Distinction } from '#web/entities/star/distinction.tsx'
import { Heat, Thermometer } from '#web/entities/star/score.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Trend } from '#web/ui/data/stat.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import './podium.css'

type Entry = {
  key: string
  picture: ReactNode
  /** Usually a link. */
  title: ReactNode
  /** `Heat` or `Figure`. */
  value: ReactNode
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
          meta={`${formatCount(star.votes)} ${star.votes === 1 ? 'Stimme' : 'Stimmen'}`}
          value={<Heat score={star.hot_score} />}
          trend={<Trend rank={star.rank} rankWeekAgo={star.rank_week_ago} />}
          heat={star.hot_score}
        />
      ))}
    </ol>
  )
}

/** The top stars as chart rows, for other pages. */
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
      <Distinction star={star} />
    </Link>
  )
}
