import type { ReactNode } from 'react'

/** A big number that is no score: followers, people, karma. */
export function Figure({ children }: { children: ReactNode }) {
  return <span className="figure">{children}</span>
}
