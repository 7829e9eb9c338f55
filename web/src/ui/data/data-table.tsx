import type { ReactNode } from 'react'
import './table.css'

type TableProps = {
  /** What the table shows, for screen readers. */
  caption: string
  /** `<thead>` and `<tbody>`; cells with numbers have the class `number`. */
  children: ReactNode
}

/** A table that scrolls sideways in its own container instead of widening the page. */
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
  /** The value of a full bar, where several charts share a scale; by default the largest of its own. */
  most?: number
}

const height = 24
const barWidth = 5
const gap = 2

/** A small bar chart for a table row. Bars are at least 2 px high, also for zero. */
export function MiniBars({ label, values, most }: BarsProps) {
  const max = most ?? Math.max(1, ...values)
  const width = values.length * (barWidth + gap) - gap
  const bars = values.map((value, index) => {
    const top = height - Math.max(2, (value / max) * height)
    return `M${index * (barWidth + gap)} ${height}V${Math.round(top)}h${barWidth}V${height}z`
  })
  return (
    <svg className="mini-bars" role="img" aria-label={label} width={width} height={height}>
      <path d={bars.join('')} />
    </svg>
  )
}
