import './table.css'

type Props = {
  /** What the bars say, in words: `Sendungen je Monat, zuletzt 4`. */
  label: string
  /** Oldest first. */
  values: number[]
}

const height = 24
const barWidth = 5
const gap = 2

/** One small picture per row: a bar for each value; nothing still leaves a foot of 2 px. */
export function MiniBars({ label, values }: Props) {
  const most = Math.max(1, ...values)
  const width = values.length * (barWidth + gap) - gap
  const bars = values.map((value, index) => {
    const top = height - Math.max(2, (value / most) * height)
    return `M${index * (barWidth + gap)} ${height}V${Math.round(top)}h${barWidth}V${height}z`
  })
  return (
    <svg className="mini-bars" role="img" aria-label={label} width={width} height={height}>
      <path d={bars.join('')} />
    </svg>
  )
}
