import { Children, type ReactNode, useRef } from 'react'
import { useCurrentInView } from '../hooks/use-current-in-view.ts'

/** First thing in the page: `<main id="inhalt" tabIndex={-1}>` is its target. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#inhalt">
      Zum Inhalt
    </a>
  )
}

/** The way back up: children are links with the class `link`, outermost first; the page itself is left out. */
export function Breadcrumb({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Pfad">
      <ol className="breadcrumb meta">
        {Children.map(children, (link) => (
          <li>{link}</li>
        ))}
      </ol>
    </nav>
  )
}

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
