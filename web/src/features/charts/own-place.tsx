import type { ChartWindow, OwnChartPlace } from '@hot/domain/contract/chart'
import { useQuery } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { cached } from './api.ts'
import './own-place.css'

type Props = {
  chart: 'opinion_makers' | 'karma'
  window: ChartWindow
  /** What the number counts: `Karma`. */
  unit: string
}

/** Where the member stands, beyond the first hundred too; at the foot of the screen as long as the list is in view. */
export function OwnPlace({ chart, window, unit }: Props) {
  const viewer = useViewer()
  const userId = viewer.state === 'member' ? viewer.user.id : ''
  const { data, isError, refetch } = useQuery({
    ...cached.members,
    queryKey: ['account', userId, 'chart-place', chart, window],
    queryFn: ({ signal }) => rpc('own_chart_place', { p_chart: chart, p_window: window }, signal),
    enabled: userId !== '',
  })
  if (isError)
    return (
      <p className="own-place" role="status">
        <span>Dein Platz ließ sich nicht laden.</span>{' '}
        <button type="button" className="link" onClick={() => void refetch()}>
          Noch einmal
        </button>
      </p>
    )
  if (!data || !userId) return null
  return (
    <p className="own-place">
      <span>{placeText(data, unit)}</span>
    </p>
  )
}

const placeText = ({ rank, value }: OwnChartPlace, unit: string): string =>
  rank === null ? 'Du bist hier noch nicht dabei.' : `Du: Platz ${formatCount(rank)} · ${formatCount(value)} ${unit}`
