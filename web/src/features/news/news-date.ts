import { berlinDay, berlinTime, type Day, type Instant } from '@hot/domain/time/berlin-time'
import { clock, dayLabel } from '@hot/domain/time/german-date'

/** `heute, 11:20`, `gestern`, `Do, 19. Nov.` */
export function newsDate(published: Instant, today: Day): string {
  const day = berlinDay(published)
  const label = dayLabel(day, today)
  return day === today ? `${label}, ${clock(berlinTime(published))}` : label
}
