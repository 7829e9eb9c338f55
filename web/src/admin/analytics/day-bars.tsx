import type { Day } from '@hot/domain/time/berlin-time'
import { dayMonth } from '@hot/domain/time/german-date'
import { formatCount } from '#web/ui/data/format-number.ts'

type Props = { title: string; days: readonly { day: Day; value: number }[] }

const height = 72
const step = 10
const bar = 7

/** A bar for every day, as wide as its place; the figure under the pointer is told. Nothing still leaves a foot. */
export function DayBars({ title, days }: Props) {
  const most = Math.max(1, ...days.map(({ value }) => value))
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return null
  const best = days.reduce((one, other) => (other.value > one.value ? other : one))
  return (
    <figure className="day-bars">
      <svg
        role="img"
        aria-label={`${title} je Tag, am meisten ${formatCount(best.value)} am ${dayMonth(best.day)}, heute ${formatCount(last.value)}`}
        viewBox={`0 0 ${days.length * step - (step - bar)} ${height}`}
        preserveAspectRatio="none"
      >
        {days.map(({ day, value }, at) => {
          const tall = Math.max(2, (value / most) * height)
          return (
            <rect key={day} x={at * step} y={height - tall} width={bar} height={tall}>
              <title>{`${dayMonth(day)}: ${formatCount(value)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="meta" aria-hidden="true">
        <span>{dayMonth(first.day)}</span>
        <span>Spitze {formatCount(best.value)}</span>
        <span>{dayMonth(last.day)}</span>
      </figcaption>
    </figure>
  )
}
