import type { ReactNode } from 'react'
import './consent.css'

/** At the foot of the page, above everything but the skip link; two equal buttons. Shown by `html[data-consent=ask]`. */
export function ConsentBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="consent" aria-label={label}>
      {children}
    </section>
  )
}
