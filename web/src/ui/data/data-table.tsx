import type { ReactNode } from 'react'
import './table.css'

type Props = {
  /** What the table shows, for screen readers. */
  caption: string
  /** `<thead>` and `<tbody>`; cells with numbers have the class `number`. */
  children: ReactNode
}

/** Scrolls inside, never the page. */
export function DataTable({ caption, children }: Props) {
  return (
    <div className="table-scroller">
      <table className="data-table">
        <caption className="visually-hidden">{caption}</caption>
        {children}
      </table>
    </div>
  )
}
