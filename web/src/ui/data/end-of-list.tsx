import type { ReactNode } from 'react'

/** The last line of an endless list. */
export function EndOfList({ children = 'Alle geladen' }: { children?: ReactNode }) {
  return <p className="end-of-list">{children}</p>
}
