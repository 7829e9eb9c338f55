import { epochOf, type Instant } from './berlin-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Age in words: under a minute `Gerade eben`, then `vor N Min.`, `vor N Std.`, `vor 1 Tag`, `vor N Tagen`, rounded
 * down. Also `Gerade eben` for an instant in the future, as when the device's clock is slow.
 */
export function relativeTime(instant: Instant, now: Instant): string {
  const age = epochOf(now) - epochOf(instant)
  if (age < minute) return 'Gerade eben'
  if (age < hour) return `vor ${Math.floor(age / minute)} Min.`
  if (age < day) return `vor ${Math.floor(age / hour)} Std.`
  const days = Math.floor(age / day)
  return days === 1 ? 'vor 1 Tag' : `vor ${days} Tagen`
}
