import type { ReactNode } from 'react'
import { DataTable } from '#web/ui/data/data-table.tsx'
import './figures.css'

type FigureTableProps = {
  caption: string
  /** Head of the first column, which names its row. */
  rows: string
  /** Heads of the others, which hold numbers. */
  figures: readonly string[]
  /** `<tr>`s of a `<th scope="row">` and cells with the class `number`. */
  children: ReactNode
}

/** A table that names something in each row and counts in all other columns. */
export function FigureTable({ caption, rows, figures, children }: FigureTableProps) {
  return (
    <DataTable caption={caption}>
      <thead>
        <tr>
          <th scope="col">{rows}</th>
          {figures.map((figure) => (
            <th key={figure} scope="col" className="number">
              {figure}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </DataTable>
  )
}

/** The same figures as the charts above it, for who reads or hears them better. */
export function FoldedTable({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="folded-table">
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
