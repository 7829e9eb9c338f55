import type { ReactNode } from 'react'

/** A to Z. Children are links (`aria-current` on the chosen one) or a `<span>` for a letter without entries. */
export function LetterNav({ children }: { children: ReactNode }) {
  return (
    <nav className="letter-nav" aria-label="A bis Z">
      {children}
    </nav>
  )
}
