import { berlinDay, berlinTime, epochOf, type Instant, todayInBerlin } from '@hot/domain/time/berlin-time'
import { clock, dayLabel } from '@hot/domain/time/german-date'

/** Whether a poll is over and how that reads; null for a poll without end. */
export function pollEnd(endsAt: Instant | null, now: Instant): { over: boolean; text: string } | null {
  if (!endsAt) return null
  const day = dayLabel(berlinDay(endsAt), todayInBerlin(now))
  if (epochOf(endsAt) <= epochOf(now)) return { over: true, text: `beendet ${withOn(day)}` }
  return { over: false, text: `endet ${withOn(day)} um ${clock(berlinTime(endsAt))} Uhr` }
}

/** `heute` stays, a date needs its preposition: `am Do, 19. Nov.` */
const withOn = (day: string): string => (/^(gestern|heute|morgen)$/.test(day) ? day : `am ${day}`)
