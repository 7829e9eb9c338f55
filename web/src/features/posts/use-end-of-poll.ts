import { epochOf, type Instant } from '@hot/domain/berlin-time'
import { useEffect, useState } from 'react'

const day = 86_400_000

/** The time by which a poll is judged: when the page was loaded, and the end itself once that has come. */
export function useEndOfPoll(endsAt: Instant | null, now: Instant): Instant {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const left = endsAt ? epochOf(endsAt) - Date.now() : day
    // Who keeps a page open for longer than a day is told by the server.
    if (left >= day) return
    const timer = setTimeout(setOver, left, true)
    return () => clearTimeout(timer)
  }, [endsAt])
  return over && endsAt ? endsAt : now
}
