import type { ReactNode } from 'react'
import './table.css'

type TableProps = {
  /** What the table shows, for screen readers. */
  caption: string
  /** `<thead>` and `<tbody>`; cells with numbers have the class `number`. */
  children: ReactNode
}

/** Scrolls inside, never the page. */
export function DataTable({ caption, children }: TableProps) {
  return (
    <div className="table-scroller">
      <table className="data-table">
        <caption className="visually-hidden">{caption}</caption>
        {children}
      </table>
    </div>
  )
}

type BarsProps = {
  /** What the bars say, in words: `Sendungen je Monat, zuletzt 4`. */
  label: string
  /** Oldest first. */
  values: number[]
}

const height = 24
const barWidth = 5
const gap = 2

/** One small picture per row: a bar for each value; a zero is 2 px high. */
export function MiniBars({ label, values }: BarsProps) {
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
