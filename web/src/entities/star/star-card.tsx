import type { StarCard as StarCardData } from '@hot/domain/contract/star'
import { avatarAngle, avatarColor } from '@hot/domain/member/avatar-color'
import { initials, starName } from '@hot/domain/star/name'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Trend } from '#web/ui/data/stat.tsx'
import { Heading, type HeadingLevel } from '#web/ui/layout/heading.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { Distinction } from './distinction.tsx'
import { FanHeart, useOwnFans } from './fans.tsx'
import { Heat, Thermometer } from './score.tsx'

type GridStar = StarCardData & { placement?: string | null }

type StarGridProps = {
  stars: GridStar[]
  /** How many portraits are not lazy; none where the grid is below the fold. */
  eager?: number
  level?: HeadingLevel
}

/** Stars as cards; in a season's cast with their placements. */
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
  /** Not lazy: for the first cards of a page. */
  eager?: boolean
  /** Placement in a season, for example. */
  meta?: ReactNode
  level?: HeadingLevel
}

/** A star as a card, with the heart to become a fan. */
function StarTile({ star, eager, meta, level }: StarTileProps) {
  const name = starName(star)
  return (
    <StarCard
      portrait={<Portrait id={star.id} name={name} src={star.avatar_url} eager={eager} />}
      title={
        <Link to="/stars/$starSlug" params={{ starSlug: star.slug }}>
          {name}
          <Distinction star={star} />
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

/** A star's card, inside `.star-grid`. */
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

type Props = {
  id: string
  name: string
  src?: string | null | undefined
  /** Not lazy: for the first pictures of a page. */
  eager?: boolean | undefined
  className?: string
}

/** A large rectangular avatar; its height comes from the CSS of the container. Decorative: the name is beside it. */
export function Portrait({ id, name, src, eager, className }: Props) {
  return (
    <span
      className={classNames('portrait', className)}
      style={{ '--c': avatarColor(id), '--dr': `${avatarAngle(id)}deg` }}
      aria-hidden="true"
    >
      {src ? <LazyImage src={src} width={480} height={504} eager={eager} /> : <b>{initials(name)}</b>}
    </span>
  )
}
