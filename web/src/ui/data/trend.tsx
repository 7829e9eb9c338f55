import { trendOf } from '@hot/domain/chart/trend'
import { VisuallyHidden } from '../layout/heading.tsx'

type Props = {
  rank: number | null
  /** Null: was not ranked a week ago. */
  rankWeekAgo: number | null
}

/** Places won or lost since last week. Nothing for what is not ranked. */
export function Trend({ rank, rankWeekAgo }: Props) {
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
      {by}
    </span>
  )
}
