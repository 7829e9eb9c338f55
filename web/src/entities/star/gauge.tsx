import { formatScore } from '#web/ui/data/format-number.ts'
import { Heat } from './score.tsx'
import './gauge.css'

/** Ticks on the 270° of the dial. */
export const tickCount = 50

const tick = 0.63
const gap = 1 - tick
/** Circumference of the full circle, in ticks: without the last gap, 50 ticks cover exactly 270°. */
export const circleLength = ((tickCount - gap) * 360) / 270

/** How many ticks a score of 0–100 lights; at least one for any score above zero. */
export function litTicks(score: number): number {
  if (score <= 0) return 0
  return Math.max(1, Math.round((Math.min(score, 100) / 100) * tickCount))
}

/** `stroke-dasharray` that draws the first `count` ticks of the circle and nothing else. */
export function dashesFor(count: number): string {
  if (count === 0) return `0 ${circleLength}`
  return `${`${tick} ${gap} `.repeat(count - 1)}${tick} ${circleLength}`
}

const ring = { cx: 100, cy: 100, r: 90, pathLength: circleLength, transform: 'rotate(135 100 100)' }

/** A star's HoT score on a dial of 270°. Null (too few votes yet): all ticks are unlit. */
export function Gauge({ score }: { score: number | null }) {
  const label = score === null ? 'Noch kein HoT-Score, zu wenige Stimmen' : `HoT-Score ${formatScore(score)} von 100`
  return (
    <div className="dial" role="img" aria-label={label}>
      <svg viewBox="0 0 200 200" aria-hidden="true">
        <circle {...ring} strokeDasharray={dashesFor(tickCount)} />
        {score !== null && <circle {...ring} className="lit" strokeDasharray={dashesFor(litTicks(score))} />}
      </svg>
      {score === null ? (
        <span key="none" className="type-h4">
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
