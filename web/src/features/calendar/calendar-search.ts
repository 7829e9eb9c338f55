import { isDay } from '@hot/domain/berlin-time'
import * as z from 'zod/mini'

/** Slug or id; the router reads `?sender=13` as a number. */
const key = z.pipe(
  z.union([z.string(), z.number()]),
  z.pipe(
    z.transform((given: string | number) => String(given)),
    z.string().check(z.regex(/^[a-z0-9-]{1,80}$/)),
  ),
)
const optionalKey = z.catch(z.optional(key), undefined)

const schema = z.object({
  /** Without it phones show the list and wide screens the week. */
  ansicht: z.catch(z.optional(z.enum(['liste', 'woche', 'monat'])), undefined),
  /** Without it, or where it is impossible: today in Berlin. */
  datum: z.catch(z.optional(z.string().check(z.refine(isDay))), undefined),
  sender: optionalKey,
  anbieter: optionalKey,
  format: optionalKey,
})

export type CalendarSearch = z.infer<typeof schema>
export type CalendarView = NonNullable<CalendarSearch['ansicht']>

/** What is in the address, or the default where it makes no sense. */
export const calendarSearch = (given: Record<string, unknown>): CalendarSearch => schema.parse(given)

export const isFiltered = ({ sender, anbieter, format }: CalendarSearch): boolean =>
  Boolean(sender || anbieter || format)
