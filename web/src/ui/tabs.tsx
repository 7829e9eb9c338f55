import type { ReactNode } from 'react'

/** Neighbouring pages as tabs: children are links, the current one carries `aria-current` (the router sets it). */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}
