import { classNames } from '#web/ui/class-names.ts'
import { formatScore } from '#web/ui/data/format-number.ts'

/** A HoT score, or a text if it is null (too few votes yet). The higher the score, the wider the font. */
export function Heat({ score }: { score: number | null }) {
  if (score === null) return <span className="meta">Noch zu kühl</span>
  return (
    <span className="heat heat-width" style={heatWidth(score)}>
      {formatScore(score)}
    </span>
  )
}

type Props = {
  /** 0–100; null draws an empty line. */
  value: number | null
  thick?: boolean
  className?: string
}

/** A line filled up to the score. Decorative: the number is beside it. */
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
 * The `style` of an element with the class `heat-width` (type.css): the higher the value (0–100), the wider the font.
 * Rounded to tens: finer steps are not visible, and the browser has to create a font instance for each width before it
 * can paint.
 */
export const heatWidth = (value: number) => ({ '--s': Math.round(value / 10) * 10 })
