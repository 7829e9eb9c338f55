import { useEffect, useRef } from 'react'

export type CalendarKeys = { previous: () => void; next: () => void; quick: () => void }

/** Left and right turn the page, N goes to the quick line, while nothing that is typed into has the focus. */
export function useCalendarKeys(keys: CalendarKeys): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')) return
      const act = { ArrowLeft: 'previous', ArrowRight: 'next', n: 'quick' }[event.key] as keyof CalendarKeys | undefined
      if (!act) return
      event.preventDefault()
      current.current[act]()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
