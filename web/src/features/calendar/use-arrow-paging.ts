import { addDays, addMonths, todayInBerlin } from '@hot/domain/time/berlin-time'
import { mondayOf } from '@hot/domain/time/berlin-week'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isPlain } from './arrow-keys.ts'
import { searchOn } from './calendar-links.tsx'
import type { CalendarSearch } from './calendar-search.ts'

/** Left and right turn the page while nothing that may use arrows itself has the focus. */
export function useArrowPaging(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
      const isFree = document.activeElement === null || document.activeElement === document.body
      if (direction === null || !isFree || !isPlain(event) || event.defaultPrevented) return
      event.preventDefault()
      navigate({
        from: '/kalender',
        to: '/kalender',
        // Counted from the address and not from what is shown: who presses twice while a week loads wants two weeks.
        search: (shown: CalendarSearch) => turned(shown, direction, Date.now()),
        resetScroll: false,
      })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])
}

function turned(shown: CalendarSearch, direction: -1 | 1, now: number): CalendarSearch {
  const from = shown.datum ?? todayInBerlin(now)
  const target = shown.ansicht === 'monat' ? addMonths(from, direction) : addDays(mondayOf(from), 7 * direction)
  return searchOn(shown, target, now)
}
