import { type RefObject, useEffect } from 'react'

/** How far a row must be scrolled for its current link to be seen: in its middle, unless all of it shows already. */
function placeOf(row: HTMLElement, current: Element): number {
  const frame = row.getBoundingClientRect()
  const { left, right, width } = current.getBoundingClientRect()
  if (left >= frame.left && right <= frame.right) return row.scrollLeft
  return row.scrollLeft + left - frame.left - (frame.width - width) / 2
}

/** Scrolls a row sideways until its current link is seen, so that nobody has to look for where they are. */
export function useCurrentInView(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const row = ref.current
    if (!row) return
    let placed = row.scrollLeft
    // Told at first, and when the face of the house, late on a slow line, makes the row wider.
    const watch = new ResizeObserver(() => {
      const current = row.querySelector('[aria-current]')
      // Whoever scrolled it themselves has seen where they are.
      if (!current || row.scrollLeft !== placed) return
      row.scrollLeft = placeOf(row, current)
      placed = row.scrollLeft
    })
    for (const entry of row.children) watch.observe(entry)
    return () => watch.disconnect()
  }, [ref])
}
