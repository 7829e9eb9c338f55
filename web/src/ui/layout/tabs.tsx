import { type ReactNode, useRef } from 'react'
import { useCurrentInView } from '../hooks/use-current-in-view.ts'

/** Neighbouring pages as tabs: children are links, the current one carries `aria-current` (the router sets it). */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row)
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}
