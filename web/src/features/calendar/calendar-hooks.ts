import { addDays, addMonths, type Day, todayInBerlin } from '@hot/domain/time/berlin-time'
import { mondayOf } from '@hot/domain/time/berlin-week'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { searchOn } from './calendar-links.tsx'
import type { CalendarSearch } from './search.ts'

/** Steps between day links in rows of seven. In a strip of one row, up and down have no target and scroll the page. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

const isPlain = (event: KeyboardEvent) => !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)

/** Arrow keys move the focus between the day links inside `place`, its container. */
export function useArrowFocus(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const container = place.current
    if (!container) return
    const move = (event: KeyboardEvent) => {
      const links: (Element | null)[] = [...container.querySelectorAll('a')].filter(
        (link) => link.getClientRects().length > 0,
      )
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

/** Left and right arrows page through the calendar, unless an element has the focus. */
export function useArrowPaging(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
      const nothingFocused = document.activeElement === null || document.activeElement === document.body
      if (direction === null || !nothingFocused || !isPlain(event) || event.defaultPrevented) return
      event.preventDefault()
      navigate({
        from: '/kalender',
        to: '/kalender',
        // Starts from the URL, not from what is shown, so that two presses while a week loads move by two weeks.
        search: (shown: CalendarSearch) => adjacentPeriod(shown, direction, serverNow()),
        resetScroll: false,
      })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])
}

function adjacentPeriod(shown: CalendarSearch, direction: -1 | 1, now: number): CalendarSearch {
  const from = shown.datum ?? todayInBerlin(now)
  const target =
    shown.ansicht === 'monat' ? adjacentMonth(from, direction, now) : addDays(mondayOf(from), 7 * direction)
  return searchOn(shown, target, now)
}

/** The day that the month before or after begins with: today in the present month, else its first. */
export function adjacentMonth(day: Day, direction: -1 | 1, now: number): Day {
  const month = addMonths(day, direction).slice(0, 8)
  const today = todayInBerlin(now)
  return today.startsWith(month) ? today : `${month}01`
}

const minute = 60_000

/**
 * The current time (epoch ms): first the server's, so that hydration renders the same text, then updated every minute.
 */
export function useMinuteNow(server: number): number {
  const [at, setAt] = useState(server)
  useEffect(() => {
    setAt(serverNow())
    const timer = setInterval(() => setAt(serverNow()), minute)
    return () => clearInterval(timer)
  }, [])
  return at
}
