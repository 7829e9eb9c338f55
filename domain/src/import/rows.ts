import { z } from 'zod'
import { eventTypeLabels } from '../calendar/event-kind.ts'
import { readWholeNumber, withoutGuard } from '../text/csv-cell.ts'
import { searchFold } from '../text/search-fold.ts'
import { isDay } from '../time/berlin-time.ts'
import type { ImportTableName } from './import-report.ts'

/** The fault of a cell. The message completes a German sentence that begins with the value. */
class CellFault {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

const inOneForm = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\u2000-\u200b]+/g, ' ')
    .trim()

/** A cell's text in one form, its white space, also no-break spaces, collapsed and trimmed. `private.squash` mirrors it. */
export const cleanCell = (raw: string): string => inOneForm(withoutGuard(raw))

/** U+FFFD stands where a program before us could not read a letter: nobody is called "J\ufffdrgen". */
function unreadable(value: string): CellFault | null {
  if (/\p{Cc}/u.test(value)) return new CellFault('enthält Steuerzeichen')
  if (!value.includes('\ufffd')) return null
  return new CellFault(
    'enthält das Zeichen „\ufffd“, das für einen verlorenen Buchstaben steht. Schreib ihn wieder hin',
  )
}

/** The same line by line, for texts of several. */
const cleanLines = (raw: string): string =>
  withoutGuard(raw)
    .split(/\r\n?|\n/)
    .map(inOneForm)
    .join('\n')
    .trim()

/** A cell whose text is cleaned before `read`. */
function cell<T>(read: (value: string) => T | CellFault, clean = cleanCell) {
  return z.string().transform((raw, context): T => {
    const value = clean(raw)
    const answer = unreadable(value.replaceAll('\n', ' ')) ?? read(value)
    if (!(answer instanceof CellFault)) return answer
    context.addIssue({ code: 'custom', message: answer.message })
    return z.NEVER
  })
}

/** Counted as the database counts: an emoji is one. */
const withinLength = (value: string, most: number) =>
  value.length > most && [...value].length > most ? new CellFault(`ist länger als ${most} Zeichen`) : value

/** Text, possibly empty. */
const textCell = (most: number) => cell((value) => withinLength(value, most))

const requiredCell = (most: number) =>
  cell((value) => (value === '' ? new CellFault('darf nicht leer sein') : withinLength(value, most)))

/** Text, or null for an empty cell, which means unknown. */
const optionalCell = (most: number) => cell((value) => (value === '' ? null : withinLength(value, most)))

/** Text of several lines, or null. */
const optionalLinesCell = (most: number) =>
  cell((value) => (value === '' ? null : withinLength(value, most)), cleanLines)

/** `20:15`, as spreadsheets and people write it: `20.15 Uhr`, `8:15`, `20:15:00`, `20 Uhr`; null for an empty cell. */
const optionalTimeCell = cell((value) => {
  if (value === '') return null
  const [, hour = '', minute = '00'] =
    /^(\d{1,2})[:.](\d\d)(?:[:.]\d\d)?(?: ?Uhr)?$/i.exec(value) ?? /^(\d{1,2}) ?Uhr$/i.exec(value) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59)
    return new CellFault('ist keine Uhrzeit. Schreib sie wie 20:15')
  return `${hour.padStart(2, '0')}:${minute}`
})

const kindOf = new Map(
  Object.entries(eventTypeLabels).flatMap(([kind, label]) => [
    [searchFold(label), kind],
    [kind, kind],
  ]),
)

/** What a broadcast is, by the words of the calendar: `Finale`, `Wiederholung`; null for an empty cell. */
const optionalKindCell = cell((value) => {
  if (value === '') return null
  const words = Object.values(eventTypeLabels).join(', ')
  return kindOf.get(searchFold(value)) ?? new CellFault(`ist keine Art. Es gibt: ${words}`)
})

function wholeNumber(value: string, least: number, most: number): number | CellFault {
  const number = readWholeNumber(value)
  if (number === null) return new CellFault('ist keine ganze Zahl')
  return number < least || number > most ? new CellFault(`liegt nicht zwischen ${least} und ${most}`) : number
}

const wholeCell = (least: number, most: number) => cell((value) => wholeNumber(value, least, most))

const optionalWholeCell = (least: number, most: number) =>
  cell((value) => (value === '' ? null : wholeNumber(value, least, most)))

const dayMinutes = 24 * 60

/** Digits only: nobody knows whether `1.200` is a thousand minutes or a bit more than one. */
const optionalMinutesCell = cell((value) => {
  if (value === '') return null
  if (!/^\d+$/.test(value) || Number(value) === 0)
    return new CellFault('ist keine Länge in Minuten. Schreib nur Ziffern, zum Beispiel 90')
  return Number(value) > dayMinutes
    ? new CellFault('ist länger als ein Tag. Schreib die Länge in Minuten, zum Beispiel 90')
    : Number(value)
})

/** `1990-12-24`, `24.12.1990`, `4.3.1990`. */
function readDay(value: string): string | CellFault {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d\d)$/.exec(value) ?? []
  if (year.length === 2)
    return new CellFault('nennt das Jahr mit zwei Ziffern. Schreib alle vier, zum Beispiel 24.12.1990')
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : value
  return isDay(iso) ? iso : new CellFault('ist kein Datum. Schreib es wie 24.12.1990 oder 1990-12-24')
}

/** A day from 1 January of the year `from` to 31 December of the year before `before`; null for an empty cell. */
const optionalDayCell = (from: number, before: number) =>
  cell((value) => {
    if (value === '') return null
    const day = readDay(value)
    if (day instanceof CellFault) return day
    const year = Number(day.slice(0, 4))
    return year < from || year >= before ? new CellFault(`liegt nicht zwischen ${from} und ${before - 1}`) : day
  })

const key = requiredCell(100)
const seasonNumber = wholeCell(0, 9999)

/** Columns and rules of each file, in the order of its header. Lengths match the database. */
export const rowSchemas = {
  formats: z.object({
    key,
    name: requiredCell(140),
    short_name: optionalCell(60),
    broadcaster: optionalCell(100),
    streaming_provider: optionalCell(100),
    description: optionalLinesCell(5000),
  }),
  seasons: z.object({
    format_key: key,
    season_number: seasonNumber,
    title: optionalCell(200),
    start_date: optionalDayCell(1900, 2100),
    end_date: optionalDayCell(1900, 2100),
    location: optionalCell(200),
  }),
  stars: z.object({
    key,
    first_name: textCell(100),
    last_name: textCell(100),
    nickname: optionalCell(100),
    date_of_birth: optionalDayCell(1900, 2100),
  }),
  participants: z.object({
    format_key: key,
    season_number: seasonNumber,
    star_key: key,
    place: optionalWholeCell(1, 999),
    /** Never shown, because it is in the language of the source. */
    result: textCell(500),
  }),
  episodes: z.object({
    format_key: key,
    season_number: seasonNumber,
    episode_number: optionalWholeCell(0, 9999),
    title: optionalCell(300),
    date: optionalDayCell(1950, 2100),
    time: optionalTimeCell,
    kind: optionalKindCell,
    /** Only for what season and number do not tell apart, such as a second broadcast of an episode. */
    key: optionalCell(200),
    duration_minutes: optionalMinutesCell,
  }),
} satisfies Record<ImportTableName, z.ZodObject>

export type ImportRow<T extends ImportTableName> = z.infer<(typeof rowSchemas)[T]> & { line: number }
export type ImportTables = { [T in ImportTableName]: ImportRow<T>[] }

export type ColumnOf<T extends ImportTableName> = keyof z.infer<(typeof rowSchemas)[T]> & string
export const columnsOf = (table: ImportTableName): string[] => Object.keys(rowSchemas[table].shape)
