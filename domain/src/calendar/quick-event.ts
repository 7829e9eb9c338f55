import * as z from 'zod/mini'
import type { AdminCalendarChoices, EventDraft } from '../contract/admin/calendar.ts'
import { searchFold } from '../text/search-fold.ts'
import { addDays, type Day, defaultEventTime, isDay, readEventTime, weekdayIndex } from '../time/berlin-time.ts'
import { draftOf, emptyFields, formatChosen } from './event-draft.ts'
import type { EventFields } from './event-form.ts'

export type QuickEvent = {
  day: Day
  /** `HH:MM:SS` */
  time: string
  title: string
  /** As typed after `@`; null: none. */
  channel: string | null
  minutes: number | null
}

const weekdays = ['mo', 'di', 'mi', 'do', 'fr', 'sa', 'so']

/**
 * Reads an event from one typed line: `Di 20.15 Love Island @RTL 120 Min`. Day (`heute`, `morgen`, `Di`, `24.11.`,
 * `24.11.2026`) and time come first; with a time alone the event is on the day `shown`, with a day alone at 20:15. A
 * weekday or a date without a year means the next one from `shown` on. Null while there is no title, or neither day nor
 * time: an event is public at once, so nothing is guessed.
 */
export function readQuickEvent(line: string, shown: Day, today: Day): QuickEvent | null {
  const words = line.trim().split(/\s+/)
  const day = readDay(words[0] ?? '', shown, today)
  if (day) words.shift()
  const time = readTime(words[0] ?? '')
  if (time) words.shift()
  if (time && /^(uhr|h)$/i.test(words[0] ?? '')) words.shift()
  const minutes = takeMinutes(words)
  const at = words.findIndex((word) => /^@\S/.test(word))
  const channel = at === -1 ? null : words.splice(at).join(' ').slice(1)
  const title = words.join(' ')
  return title && (day || time) ? { day: day ?? shown, time: time ?? defaultEventTime, title, channel, minutes } : null
}

/** A bare `24` is more likely part of a title than an hour. */
const readTime = (word: string): string | null => (/^\d{1,2}$/.test(word) ? null : readEventTime(word))

function readDay(word: string, shown: Day, today: Day): Day | null {
  const name = word.toLowerCase().replace(/,$/, '')
  if (name === 'heute') return today
  if (name === 'morgen') return addDays(today, 1)
  const weekday = weekdays.indexOf(name.replace(/\.$/, ''))
  if (weekday !== -1) return addDays(shown, (weekday - weekdayIndex(shown) + 7) % 7)
  const [, date = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?,?$/.exec(word) ?? []
  if (!date) return null
  const inYear = (y: number) => `${y}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const thisYear = Number(shown.slice(0, 4))
  if (year) return existing(inYear(Number(year.padStart(4, '20'))))
  const found = inYear(thisYear)
  return existing(found < shown ? inYear(thisYear + 1) : found)
}

const existing = (day: Day): Day | null => (isDay(day) ? day : null)

/** The length at the end of the words (`120 Min`, `120min`, `120'`), which is removed from them. */
function takeMinutes(words: string[]): number | null {
  const end = words.slice(-2).join(' ')
  const [, number] = /(?:^|\s)(\d{1,4})\s*(?:min\.?|minuten|')$/i.exec(end) ?? []
  if (!number) return null
  words.splice(/^\D/.test(words.at(-1) ?? '') ? -2 : -1)
  return Number(number)
}

/** The form's fields for a typed event. Formats and channels are found by name, ignoring case, umlauts and accents. */
function quickFields(typed: QuickEvent, empty: EventFields, choices: AdminCalendarChoices): EventFields {
  const title = searchFold(typed.title)
  const format = choices.formats
    .filter(({ active }) => active)
    .find(({ name, short_name }) => [name, short_name].some((one) => one && searchFold(one) === title))
  const broadcaster = choices.broadcasters.find(({ name }) => searchFold(name) === searchFold(typed.channel ?? ''))
  const known = format ? { ...empty, ...formatChosen(empty, format.id, choices) } : { ...empty, title: typed.title }
  const place =
    typed.channel === null ? {} : { broadcasterId: broadcaster?.id ?? '', channel: broadcaster ? '' : typed.channel }
  return { ...known, ...place, time: typed.time, minutes: typed.minutes === null ? '' : String(typed.minutes) }
}

type QuickContext = {
  /** The day when the line names none. */
  shown: Day
  today: Day
  /** undefined: still loading, so nothing can be saved yet. */
  choices: AdminCalendarChoices | undefined
}

/** The draft of a typed line; null while it cannot be saved. */
export function quickDraft(line: string, { shown, today, choices }: QuickContext): EventDraft | null {
  const typed = readQuickEvent(line, shown, today)
  if (!typed || !choices || !isDay(typed.day)) return null
  return draftOf(quickFields(typed, emptyFields(typed.day), choices), null, 'this')
}

export const quickEventForm = (context: QuickContext) =>
  z.object({
    line: z.string().check(
      z.refine((line) => readQuickEvent(line, context.shown, context.today) !== null, {
        error: 'Es fehlt ein Tag oder eine Uhrzeit, oder der Titel. So geht es: Di 20.15 Love Island @RTLZWEI 120 Min',
        abort: true,
      }),
      z.refine(
        (line) => quickDraft(line, context) !== null,
        'Das lässt sich so nicht speichern. Prüf Tag, Titel und Minuten.',
      ),
    ),
  })
