import type { ReactNode } from 'react'
import './podium.css'

type Entry = {
  key: string
  picture: ReactNode
  /** Usually a link. */
  title: ReactNode
  /** `Heat` or `Figure`. */
  value: ReactNode
  trend?: ReactNode
}

/** The first three: read as 1, 2, 3, shown as 2, 1, 3. Works with fewer. */
export function Podium({ entries }: { entries: Entry[] }) {
  return (
    <ol className="podium">
      {entries.slice(0, 3).map((entry, index) => (
        <li key={entry.key}>
          {entry.picture}
          <span className="type-h4">{entry.title}</span>
          {entry.value}
          {entry.trend}
          <span className="podium-step">{index + 1}</span>
        </li>
      ))}
    </ol>
  )
}
