import type { AdminCalendarChoices, EventDraft } from '../../contract/admin/calendar.ts'
import { addDays, berlinInstant, type Day, defaultEventTime } from '../../time/berlin-time.ts'
import { draftOf, emptyFields, formatChosen } from '../event-draft.ts'
import type { EventFields } from '../event-form.ts'
import { type DayContext, type Entry, entriesOf } from './guide-lines.ts'
import { type Said, wordsOf } from './guide-words.ts'

/** One broadcast that was read: what would be saved, and what has to be asked. */
export type GuideRow = {
  /** Number of the line, from 1. */
  line: number
  text: string
  fields: EventFields | null
  draft: EventDraft | null
  /** German, one for each; empty: understood. */
  doubts: string[]
}

type GuideContext = DayContext & { choices: AdminCalendarChoices }

/** With more, nobody looks at each. */
const guideRowsMax = 100

/**
 * Reads what TV guides and press pages write into a table to check: a date alone is the day of the lines below it, a
 * station alone their station. What is not understood is a doubt of its row and never part of a title.
 */
export function readGuide(text: string, context: GuideContext): GuideRow[] {
  const rows: GuideRow[] = []
  let heading: Day | null = null
  let station: Said | null = null
  for (const [index, raw] of text.split(/\r?\n/u).entries()) {
    const line = raw
      .replace(/[\u00a0\t]+/gu, ' ')
      .replace(/[–—]/gu, '-')
      .replace(/^\s*[-*•·]\s+/u, '')
      .trim()
    if (line === '') continue
    const entries = entriesOf(line, context)
    const said = entries.map((entry) => wordsOf(entry.text, context.choices))
    const [one] = entries
    const [words] = said
    const isBare = entries.length === 1 && words && !words.title && !words.formatId && words.doubts.length === 0
    if (
      isBare &&
      one &&
      one.moments.length === 1 &&
      one.moments[0]?.time === null &&
      !hasStation(words) &&
      one.doubts.length === 0
    ) {
      heading = one.moments[0].day
      continue
    }
    if (isBare && one && one.moments.length === 0 && hasStation(words)) {
      station = words
      continue
    }
    rows.push(...rowsOf(index + 1, line, withInherited(entries, said), { heading, station, context }))
  }
  return numbered(rows.slice(0, guideRowsMax), context.choices)
}

const hasStation = ({ broadcasterId, providerId, channel }: Said) => Boolean(broadcasterId ?? providerId ?? channel)

/** `Mo 20:15 Bachelor, Wdh. Di 10:00`: what is shown again is what was named before. */
function withInherited(entries: Entry[], said: Said[]): { entry: Entry; said: Said }[] {
  return entries.map((entry, index) => {
    const own = said[index] as Said
    const before = said[index - 1]
    if (own.title || own.formatId || !before) return { entry, said: own }
    const { formatId, title, season, episode } = before
    const station = hasStation(own)
      ? {}
      : { broadcasterId: before.broadcasterId, providerId: before.providerId, channel: before.channel }
    return { entry, said: { ...own, formatId, title, season, episode, ...station } }
  })
}

type Around = { heading: Day | null; station: Said | null; context: GuideContext }

function rowsOf(line: number, text: string, read: { entry: Entry; said: Said }[], around: Around): GuideRow[] {
  let lastDay = around.heading
  return read.flatMap(({ entry, said }) => {
    if (entry.moments.length === 0)
      return [{ line, text, fields: null, draft: null, doubts: ['Es fehlt ein Tag oder eine Uhrzeit.'] }]
    return entry.moments.map(({ day, time }) => {
      lastDay = day ?? lastDay
      return rowOf({ line, text, entry, said, day: lastDay ?? around.context.shown, time, around })
    })
  })
}

type RowOf = { line: number; text: string; entry: Entry; said: Said; day: Day; time: string | null; around: Around }

function rowOf({ line, text, entry, said, day, time, around: { station, context } }: RowOf): GuideRow {
  const { choices, today } = context
  const doubts = [...entry.doubts, ...said.doubts]
  const empty = emptyFields(day)
  const format = choices.formats.find(({ id }) => id === said.formatId)
  const known = format ? { ...empty, ...formatChosen(empty, format.id, choices) } : empty
  const season =
    said.season === null ? undefined : format?.seasons.find(({ season_number }) => season_number === said.season)
  if (said.season !== null && !season)
    doubts.push(format ? `Staffel ${said.season} gibt es noch nicht.` : 'Zu welchem Format gehört die Staffel?')
  if (!format && !said.title) doubts.push('Es fehlt der Titel.')
  if (day < today && day < context.shown) doubts.push('Der Tag ist schon vorbei.')
  const place = hasStation(said) ? said : station
  const start = time ?? defaultEventTime
  const fields: EventFields = {
    ...known,
    ...(season && { seasonId: season.id }),
    title: said.title || known.title,
    type: said.type ?? 'episode',
    time: start,
    minutes: minutesText(day, start, entry.until, said.minutes),
    episode: said.episode === null ? '' : String(said.episode),
    live: said.live,
    ...(place && { broadcasterId: place.broadcasterId ?? '', channel: place.channel ?? '' }),
    ...(place && (place.providerId || !format) && { providerId: place.providerId ?? '' }),
  }
  const draft = draftOf(fields, null, 'this')
  if (!draft && doubts.length === 0) doubts.push('Das lässt sich so nicht speichern. Prüf Tag, Titel und Minuten.')
  return { line, text, fields, draft, doubts }
}

/** `20:15 bis 23:40` is 205 minutes, also past midnight and across clock changes. */
function minutesText(day: Day, start: string, until: string | null, minutes: number | null): string {
  if (until === null) return minutes === null ? '' : String(minutes)
  const end = berlinInstant(until > start ? day : addDays(day, 1), until).getTime()
  return String(Math.round((end - berlinInstant(day, start).getTime()) / 60_000))
}

/** New episodes of a season without a number count on from its last one, in order of broadcast. */
function numbered(rows: GuideRow[], choices: AdminCalendarChoices): GuideRow[] {
  const seasons = new Map(
    choices.formats.flatMap((format) => format.seasons.map((season) => [season.id, season] as const)),
  )
  const reached = new Map<string, number>()
  const done = new Map<GuideRow, GuideRow>()
  for (const row of rows.toSorted((a, b) => when(a).localeCompare(when(b)))) {
    const season = row.fields && seasons.get(row.fields.seasonId)
    if (!row.fields || !season || !['episode', 'premiere', 'finale'].includes(row.fields.type)) continue
    const number = reached.get(season.id) ?? season.last_number
    if (row.fields.episode !== '') {
      reached.set(season.id, Math.max(number ?? 0, Number(row.fields.episode)))
    } else if (number !== null && season.last_date !== null && row.fields.day <= season.last_date) {
      const doubt = 'Die Staffel hat an dem Tag oder danach schon Folgen. Welche Nummer ist das?'
      done.set(row, { ...row, doubts: [...row.doubts, doubt] })
    } else if (number !== null) {
      reached.set(season.id, number + 1)
      const fields = { ...row.fields, episode: String(number + 1) }
      done.set(row, { ...row, fields, draft: draftOf(fields, null, 'this') })
    }
  }
  return rows.map((row) => done.get(row) ?? row)
}

const when = ({ fields, line }: GuideRow) =>
  `${fields?.day ?? ''} ${fields?.time ?? ''} ${String(line).padStart(6, '0')}`
