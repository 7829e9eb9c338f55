import { type RefObject, useEffect } from 'react'

/** Days stand in rows of seven; in a strip of one row up and down lead nowhere and so stay with the page. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

export const isPlain = (event: KeyboardEvent) => !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)

/** Arrows move the focus among the links of days inside. */
export function useArrowFocus(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const container = place.current
    if (!container) return
    const move = (event: KeyboardEvent) => {
      const links: (Element | null)[] = [...container.querySelectorAll('a')]
      const at = links.indexOf(document.activeElement)
      const step = steps[event.key]
      if (at === -1 || step === undefined || !isPlain(event)) return
      const target = links[at + step]
      if (!(target instanceof HTMLElement)) return
      event.preventDefault()
      target.focus()
    }
    container.addEventListener('keydown', move)
    return () => container.removeEventListener('keydown', move)
  }, [place])
}
