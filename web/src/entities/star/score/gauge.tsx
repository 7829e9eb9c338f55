import { formatScore } from '#web/ui/data/format-number.ts'
import { circleLength, dashesFor, litTicks, tickCount } from './gauge-ticks.ts'
import { Heat } from './heat.tsx'
import './gauge.css'

const ring = { cx: 100, cy: 100, r: 90, pathLength: circleLength, transform: 'rotate(135 100 100)' }

/** The HoT score of a star on 270° of ticks; null: too few votes yet, empty ticks. */
export function Dial({ score }: { score: number | null }) {
  const label = score === null ? 'Noch kein HoT-Score, zu wenige Stimmen' : `HoT-Score ${formatScore(score)} von 100`
  return (
    <div className="dial" role="img" aria-label={label}>
      <svg viewBox="0 0 200 200" aria-hidden="true">
        <circle {...ring} strokeDasharray={dashesFor(tickCount)} />
        {score !== null && <circle {...ring} className="lit" strokeDasharray={dashesFor(litTicks(score))} />}
      </svg>
      {score === null ? (
        <span className="type-h4">
          Noch
          <br />
          zu kühl
        </span>
      ) : (
        <span>
          <Heat score={score} />
          <small>
            HoT-Score
            <br />
            von 100
          </small>
        </span>
      )}
      <i>0</i>
      <i>100</i>
    </div>
  )
}
