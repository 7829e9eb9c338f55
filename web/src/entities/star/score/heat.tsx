import { formatScore } from '#web/ui/data/format-number.ts'
import { heatWidth } from './heat-width.ts'

/** A HoT score, the hotter, the wider. The degree sign is decoration; null: too few votes yet. */
export function Heat({ score }: { score: number | null }) {
  if (score === null) return <span className="meta">Noch zu kühl</span>
  return (
    <span className="heat heat-width" style={heatWidth(score)}>
      {formatScore(score)}
    </span>
  )
}
