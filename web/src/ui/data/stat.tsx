import type { ReactNode } from 'react'
import { VisuallyHidden } from '../layout/heading.tsx'

/** A number with its label, inside `.stats`: `812` Stimmen. */
export function Stat({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <span>
      <b>{value}</b> {children}
    </span>
  )
}

/** A large number other than a score: followers, people, karma. */
export function Figure({ children }: { children: ReactNode }) {
  return <span className="figure">{children}</span>
}

type BadgeProps = {
  /** `live` pulses for a moment, `new` is sticker yellow (Neu, Team), `outline` describes a person (karma, Autor:in). */
  kind?: 'plain' | 'live' | 'new' | 'outline'
  children: ReactNode
}

export function Badge({ kind = 'plain', children }: BadgeProps) {
  return <span className={kind === 'plain' ? 'badge' : `badge badge-${kind}`}>{children}</span>
}

type Movement = { kind: 'up' | 'down' | 'same' | 'new'; by: number }

/** Movement since last week: rank 1 is best, so a smaller rank is `up`. `by` counts places, 0 for `same` and `new`. */
export function trendOf(rank: number, rankWeekAgo: number | null): Movement {
  if (rankWeekAgo === null) return { kind: 'new', by: 0 }
  const gained = rankWeekAgo - rank
  if (gained === 0) return { kind: 'same', by: 0 }
  return { kind: gained > 0 ? 'up' : 'down', by: Math.abs(gained) }
}

type TrendProps = {
  rank: number | null
  /** Null if not ranked a week ago. */
  rankWeekAgo: number | null
}

/** Places gained or lost since last week. Renders nothing if not ranked. */
export function Trend({ rank, rankWeekAgo }: TrendProps) {
  if (rank === null) return null
  const { kind, by } = trendOf(rank, rankWeekAgo)
  if (kind === 'new') return <span className="trend trend-new">Neu</span>
  if (kind === 'same') {
    return (
      <span className="trend">
        <VisuallyHidden>unverändert</VisuallyHidden>
      </span>
    )
  }
  return (
    <span className={`trend trend-${kind}`}>
      <VisuallyHidden>{kind === 'up' ? 'gestiegen um ' : 'gefallen um '}</VisuallyHidden>
      <span>{by}</span>
    </span>
  )
}
