import type { ReactNode } from 'react'

/** From this many past episodes on they fold away while the season still runs. */
const foldFrom = 5

/** Rows of the calendar, in order. */
type Props = { past: ReactNode[]; coming: ReactNode[] }

/** Episodes of a season. While it runs, what is over folds away so that the next one stands on top. */
export function SeasonEpisodes({ past, coming }: Props) {
  if (past.length + coming.length === 0) return <p className="text-ink-2">Noch keine Folge im Kalender.</p>
  const folds = coming.length > 0 && past.length >= foldFrom
  if (!folds) return [...past, ...coming]
  return (
    <>
      <details className="mb-3">
        <summary className="link py-2">{past.length} Folgen sind schon gelaufen</summary>
        {past}
      </details>
      {coming}
    </>
  )
}
