import { classNames } from '#web/ui/class-names.ts'

type Props = {
  /** 0–100; null draws the bare rule. */
  value: number | null
  thick?: boolean
  className?: string
}

/** A rule filled to its score. Decoration: the number stands beside it. */
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
