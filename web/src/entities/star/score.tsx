import { classNames } from '#web/ui/class-names.ts'
import { formatScore } from '#web/ui/data/format-number.ts'

/** A HoT score; higher scores are set wider. The degree sign is decorative; null: too few votes yet. */
export function Heat({ score }: { score: number | null }) {
  if (score === null) return <span className="meta">Noch zu kühl</span>
  return (
    <span className="heat heat-width" style={heatWidth(score)}>
      {formatScore(score)}
    </span>
  )
}

type Props = {
  /** 0–100; null draws the bare rule. */
  value: number | null
  thick?: boolean
  className?: string
}

/** A rule filled to its score. Decorative: the number is beside it. */
export function Thermometer({ value, thick, className }: Props) {
  return (
    <span
      className={classNames(
        'thermometer',
        value === null && 'thermometer-cold',
        thick && 'thermometer-thick',
        className,
      )}
      style={{ '--s': value ?? 0 }}
      aria-hidden="true"
    />
  )
}

/**
 * Sets higher scores wider: for `style` beside the class `heat-width` (type.css). `value`: 0–100, rounded to steps of ten:
 * finer steps are not visible, and each distinct width is a font instance the browser has to create before it can paint.
 */
export const heatWidth = (value: number) => ({ '--s': Math.round(value / 10) * 10 })
