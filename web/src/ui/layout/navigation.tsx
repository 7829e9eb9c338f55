import { Children, type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** First thing in the page: `<main id="inhalt" tabIndex={-1}>` is its target. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#inhalt">
      Zum Inhalt
    </a>
  )
}

/** Breadcrumb: children are links with the class `link`, outermost first; the page itself is left out. */
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

/** Scroll position that centres the row's current link, unless the link is already fully visible. */
function placeOf(row: HTMLElement, current: Element): number {
  const frame = row.getBoundingClientRect()
  const { left, right, width } = current.getBoundingClientRect()
  if (left >= frame.left && right <= frame.right) return row.scrollLeft
  return row.scrollLeft + left - frame.left - (frame.width - width) / 2
}

/** Scrolls a row sideways so that its current link is visible. */
export function useCurrentInView(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const row = ref.current
    if (!row) return
    let placed = row.scrollLeft
    // Fires initially, and when a late web font makes the row wider.
    const watch = new ResizeObserver(() => {
      const current = row.querySelector('[aria-current]')
      // Not after the user has scrolled it.
      if (!current || row.scrollLeft !== placed) return
      row.scrollLeft = placeOf(row, current)
      placed = row.scrollLeft
    })
    for (const entry of row.children) watch.observe(entry)
    return () => watch.disconnect()
  }, [ref])
}
