import { type ReactNode, useEffect, useRef } from 'react'
import { Callout } from './state.tsx'

/** On a page that a mailed link leads to, and that acts on a press: why the button does nothing without scripts. */
export const LinkNeedsScript = () => (
  <noscript>
    <Callout>
      Passiert ist noch nichts, und der Link gilt weiter. Für diesen Schritt braucht die Seite JavaScript: Schalte es
      ein und öffne den Link noch einmal.
    </Callout>
  </noscript>
)

/** What a press has led to. Takes the focus when it appears, because the pressed button is gone. */
export function Arrived({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={place} role="status" tabIndex={-1}>
      {children}
    </div>
  )
}
