import { type RefObject, useEffect } from 'react'

/** Scrolls a row sideways until its current link is seen, so that nobody has to look for where they are. */
export function useCurrentInView(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]')
    if (!row.current || !current) return
    const frame = row.current.getBoundingClientRect()
    const { left, right, width } = current.getBoundingClientRect()
    if (left >= frame.left && right <= frame.right) return
    row.current.scrollLeft += left - frame.left - (frame.width - width) / 2
  }, [row])
}
