import * as z from 'zod/mini'
import { optionalLine, optionalText, requiredLine } from '../text/entry-rules.ts'
import { type Day, isDay, readEventTime } from '../time/berlin-time.ts'
import { mondayOf } from '../time/berlin-week.ts'
import { maxSeriesEpisodes, type SeriesFrequency, seriesDays, seriesFrequencies } from '../time/series.ts'
import {
  eventChannelMax,
  eventDescriptionMax,
  eventMinutesMax,
  eventNoteMax,
  eventNumberMax,
  eventTitleMax,
} from './event-rules.ts'

/** A typed time as `HH:MM:SS`, or null; an empty field means the start of prime time. */
export const readTime = (text: string): string | null => readEventTime(text.trim() || '20:15')

/** A whole number in digits; empty: none. */
const optionalNumber = (least: number, most: number, message: string) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most),
      message,
    ),
  )

type Series = { day: string; until: string; frequency: SeriesFrequency }

/** The days of a series; null when there are too many or a day is missing. */
export function plannedDays({ day, until, frequency }: Series): Day[] | null {
  try {
    return seriesDays({ start: day, until: until || null, frequency })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function untilMistake(series: Series): string | null {
  if (!isDay(series.until)) return 'Wähl den Tag der letzten Folge.'
  if (!isDay(series.day)) return null
  const days = plannedDays(series)
  if (days === null) return `Das wären mehr als ${maxSeriesEpisodes} Folgen. Nimm ein früheres Ende.`
  return days.length === 0 ? 'Das Ende liegt vor dem ersten Tag. Nimm ein späteres.' : null
}

const fields = z.object({
  title: requiredLine(eventTitleMax, 'Gib einen Titel ein.'),
  type: z.string(),
  /** Ids; empty: none. */
  formatId: z.string(),
  seasonId: z.string(),
  episode: optionalNumber(0, eventNumberMax, 'Nimm eine Zahl von 0 bis 9999.'),
  day: z.string().check(z.refine(isDay, 'Wähl einen Tag.')),
  time: z
    .string()
    .check(z.refine((text) => readTime(text) !== null, 'Diese Uhrzeit gibt es nicht. Schreib sie so: 20:15.')),
  minutes: optionalNumber(1, eventMinutesMax, 'Höchstens ein Tag: 1 bis 1440 Minuten.'),
  broadcasterId: z.string(),
  channel: optionalLine(eventChannelMax),
  providerId: z.string(),
  platform: optionalLine(eventChannelMax),
  description: optionalText(eventDescriptionMax),
  live: z.boolean(),
  cancelled: z.boolean(),
  note: optionalLine(eventNoteMax),
  repeats: z.boolean(),
  frequency: z.enum(seriesFrequencies),
  until: z.string(),
})
/** Values of the event form as typed; empty text means unset. */
export type EventFields = z.infer<typeof fields>

/** The form of an event or a series. For a single episode the series' end date is not validated. */
export const eventForm = ({ isEpisode }: { isEpisode: boolean }) =>
  fields.check(
    z.refine((event) => isEpisode || !event.repeats || untilMistake(event) === null, {
      path: ['until'],
      error: ({ input }) => untilMistake(input as EventFields) ?? '',
    }),
  )

export const sameWeek = 'Das ist dieselbe Woche. Wähl eine andere.'

/** The week to copy the week of `day` to, named by any day in it. */
export const copyWeekForm = (day: Day) =>
  z.object({
    target: z.string().check(
      z.refine(isDay, { error: 'Wähl einen Tag.', abort: true }),
      z.refine((target) => mondayOf(target) !== mondayOf(day), sameWeek),
    ),
  })
