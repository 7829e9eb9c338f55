import { type ReactNode, useRef } from 'react'
import { useCurrentInView } from '#web/ui/hooks/use-current-in-view.ts'

/** A to Z. Children are links (`aria-current` on the chosen one) or a `<span>` for a letter without entries. */
export function LetterNav({ children }: { children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row)
  return (
    <nav ref={row} className="letter-nav" aria-label="A bis Z">
      {children}
    </nav>
  )
}
