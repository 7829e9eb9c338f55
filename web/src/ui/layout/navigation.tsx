import { Children, type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** The first element of the page; it leads to `<main id="inhalt" tabIndex={-1}>`. */
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

/** Sibling pages as tabs: children are links; the router sets `aria-current` on the current one. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row)
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}

/** Scroll position that centres the current link; the present one if the link is fully visible. */
function centredScroll(row: HTMLElement, current: Element): number {
  const bounds = row.getBoundingClientRect()
  const { left, right, width } = current.getBoundingClientRect()
  if (left >= bounds.left && right <= bounds.right) return row.scrollLeft
  return row.scrollLeft + left - bounds.left - (bounds.width - width) / 2
}

/** Scrolls a row sideways so that its current link is visible. */
export function useCurrentInView(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const row = ref.current
    if (!row) return
    let setScroll = row.scrollLeft
    // Fires initially, and when a late web font makes the row wider.
    const watch = new ResizeObserver(() => {
      const current = row.querySelector('[aria-current]')
      // Not once the person has scrolled the row.
      if (!current || row.scrollLeft !== setScroll) return
      row.scrollLeft = centredScroll(row, current)
      setScroll = row.scrollLeft
    })
    for (const entry of row.children) watch.observe(entry)
    return () => watch.disconnect()
  }, [ref])
}
