import { VisuallyHidden } from './visually-hidden.tsx'

type Props = {
  rank: number | null
  /** Null: was not ranked a week ago. */
  rankWeekAgo: number | null
}

/** Places won or lost since last week. Nothing for what is not ranked. */
export function Trend({ rank, rankWeekAgo }: Props) {
  if (rank === null) return null
  if (rankWeekAgo === null) return <span className="trend trend-new">Neu</span>
  const places = rankWeekAgo - rank
  if (places === 0) {
    return (
      <span className="trend">
        <VisuallyHidden>unverändert</VisuallyHidden>
      </span>
    )
  }
  return (
    <span className={places > 0 ? 'trend trend-up' : 'trend trend-down'}>
      <VisuallyHidden>{places > 0 ? 'gestiegen um ' : 'gefallen um '}</VisuallyHidden>
      {Math.abs(places)}
    </span>
  )
}
