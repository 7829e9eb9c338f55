type Props = {
  /** What is under way. */
  label: string
  done: number
  total: number
}

/** How far something has come, drawn as a thermometer. */
export function Progress({ label, done, total }: Props) {
  return (
    <span
      className="thermometer thermometer-thick"
      style={{ '--s': total > 0 ? (100 * done) / total : 0 }}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuenow={done}
      aria-valuemax={total}
    />
  )
}
