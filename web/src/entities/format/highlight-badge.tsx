import type { ReactNode } from 'react'

/** Tilted and yellow: at most one per grid. */
export function Sticker({ children }: { children: ReactNode }) {
  return <span className="sticker">{children}</span>
}
