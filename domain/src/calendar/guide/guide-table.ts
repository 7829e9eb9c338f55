import type { AdminCalendarChoices, EventDraft } from '../../contract/admin/calendar.ts'
import { searchFold } from '../../text/search-fold.ts'
import { addDays, berlinInstant, type Day, defaultEventTime } from '../../time/berlin-time.ts'
import { draftOf, emptyFields, formatChosen } from '../event-draft.ts'
import type { EventFields } from '../event-form.ts'
import { type DayContext, type Entry, entriesOf, gap } from './guide-lines.ts'

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

/** What the text about a broadcast says, beside day and time. */
type Said = {
  formatId: string | null
  title: string
  season: number | null
  episode: number | null
  /** A type of `eventTypeLabels`; null: none is named. */
  type: string | null
  live: boolean
  broadcasterId: string | null
  providerId: string | null
  /** A station that nobody has entered, behind `@`. */
  channel: string | null
  minutes: number | null
  doubts: string[]
}

type Rest = { text: string }
type Known = { id: string; name: string }

/** Takes the first match out of the text. */
function take(rest: Rest, pattern: RegExp): RegExpExecArray | null {
  const match = pattern.exec(rest.text)
  if (match) rest.text = `${rest.text.slice(0, match.index)}${gap}${rest.text.slice(match.index + match[0].length)}`
  return match
}

const edge = `(?=\\s*(?:$|[${gap},:;|)/–-]))`
const whole = (match: RegExpExecArray | null): number | null => (match?.[1] ? Number(match[1]) : null)

function wordsOf(text: string, choices: AdminCalendarChoices): Said {
  const rest: Rest = { text }
  const doubts: string[] = []
  const minutes = takeMinutes(rest)
  const both = take(rest, /\bS(\d{1,3})\s?[EF](\d{1,3})\b/u)
  const season = both
    ? Number(both[1])
    : (whole(take(rest, /\bstaffel\s(\d{1,4})\b/iu)) ?? whole(take(rest, /\b(\d{1,3})\.\s?staffel\b/iu)))
  if (
    take(
      rest,
      new RegExp(`\\b(?:folgen?|ep(?:isoden?)?\\.?)\\s(\\d{1,4})\\s?(?:\\+|&|und|-|–|bis)\\s?(\\d{1,4})${edge}`, 'iu'),
    )
  )
    doubts.push('Zwei Folgen an einem Termin: Welche Nummer soll dastehen?')
  const episode = both
    ? Number(both[2])
    : (whole(
        take(rest, new RegExp(`\\b(?:folge|ep(?:isode)?\\.?)\\s(\\d{1,4})(?:\\s?(?:von|/)\\s?\\d{1,4})?${edge}`, 'iu')),
      ) ??
      whole(take(rest, /\b(\d{1,3})\.\s?folge\b/iu)) ??
      whole(take(rest, /\((\d{1,3})(?:\s?\/\s?\d{1,3})?\)/u)))
  const isRepeat = take(rest, /\(?(?<![\p{L}])(?:wdh\.?|wh\.|wiederholung(?:en)?)(?![\p{L}]):?\)?/iu) !== null
  const live = take(rest, new RegExp(`\\(live\\)|(?<![\\p{L}])live${edge}`, 'iu')) !== null
  const station = takeStations(rest, choices, doubts)
  const { formatId, parts } = takeFormat(rest, choices, doubts)
  const named = parts.map((part) => kindOf(part)).find((kind) => kind !== null) ?? null
  const own = parts.filter((part) => !isKindAlone(part))
  if (parts.some(looksUnread)) doubts.push('Ein Teil der Zeile war nicht zu lesen.')
  return {
    formatId,
    title: own.join(', '),
    season,
    episode,
    type: isRepeat ? 'rerun' : named,
    live,
    ...station,
    minutes: minutes ?? station.minutes,
    doubts,
  }
}

/** What would be a day, a time, a length or a station in a title was not understood, and is never guessed. */
const looksUnread = (part: string) => /\d[.:]\d|\d{1,2}\.(?:\s|$)|@|\buhr\b|\b(?:min|std)\b\.?|^\d+$/iu.test(part)

function takeMinutes(rest: Rest): number | null {
  const long = take(rest, /\(?\b(\d)\s?std\.?(?:\s?(\d{1,2})(?:\s?min(?:uten)?\.?)?)?(?![\p{L}])\)?/iu)
  if (long) return Number(long[1]) * 60 + Number(long[2] ?? 0)
  return whole(take(rest, /\(?\b(\d{1,4})\s?(?:min(?:uten)?(?![\p{L}])\.?|')\)?/iu))
}

const kinds: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['finale', /(?<!\p{L})finale(?!\p{L})/iu],
  ['premiere', /(?<!\p{L})(?:staffel)?(?:auftakt|start|premiere)(?!\p{L})/iu],
  ['reunion', /(?<!\p{L})(?:wiedersehen|reunion)(?!\p{L})/iu],
  ['special', /(?<!\p{L})special(?!\p{L})/iu],
]
const kindOf = (part: string): string | null => kinds.find(([, pattern]) => pattern.test(part))?.[0] ?? null
/** The word alone is the kind; `Das große Wiedersehen` is a title as well. */
const isKindAlone = (part: string) => kinds.some(([, pattern]) => part.replace(pattern, '').trim() === '')

/** Pieces of what is left, without what separates them. */
const piecesOf = (text: string): string[] =>
  text
    .split(new RegExp(`[${gap}|;()]+|\\s[–-]\\s|,\\s?|:\\s`, 'u'))
    .map((piece) => piece.replace(/^[\s:–/,-]+|[\s:–/,-]+$/gu, '').replace(/^(?:bei|auf|im|am|um|in|und)$/iu, ''))
    .filter((piece) => /[\p{L}\d@]/u.test(piece))

type Stations = Pick<Said, 'broadcasterId' | 'providerId' | 'channel' | 'minutes'>

function takeStations(rest: Rest, choices: AdminCalendarChoices, doubts: string[]): Stations {
  const found: Stations = { broadcasterId: null, providerId: null, channel: null, minutes: null }
  const set = (name: string) => {
    const broadcaster = byName(choices.broadcasters, name)
    const provider = broadcaster ? undefined : byName(choices.providers, name)
    if (broadcaster) found.broadcasterId ??= broadcaster.id
    if (provider) found.providerId ??= provider.id
    return Boolean(broadcaster ?? provider)
  }
  const at = take(rest, new RegExp(`@\\s?([^${gap}|,;()]+)`, 'u'))
  if (at) {
    const typed = (at[1] ?? '').trim()
    const [, name = typed, length] = /^(.*\D)\s+(\d{2,4})$/u.exec(typed) ?? []
    if (!typed.split(/\s*\/\s*|\s+und\s+/u).every(set)) {
      if (!set(typed) && length && set(name.trim())) found.minutes = Number(length)
      else if (found.broadcasterId === null && found.providerId === null) found.channel = typed
    } else if (length && !byName([...choices.broadcasters, ...choices.providers], typed)) found.minutes = Number(length)
    return found
  }
  for (const piece of piecesOf(rest.text)) {
    const name = piece.replace(/^(?:bei|auf|im)\s+/iu, '')
    if (name.split(/\s*\/\s*|\s+und\s+/u).every((one) => isStation(one, choices)) || isStation(name, choices)) {
      for (const one of isStation(name, choices) ? [name] : name.split(/\s*\/\s*|\s+und\s+/u)) set(one)
      rest.text = rest.text.replace(piece, gap)
    }
  }
  if (found.broadcasterId === null && found.providerId === null) takeBareStation(rest, choices, set, doubts)
  return found
}

/** `20:15 RTL Bachelor`, `Bachelor bei RTL`: at the beginning or end of what is left, unless it is the name of a format. */
function takeBareStation(
  rest: Rest,
  choices: AdminCalendarChoices,
  set: (name: string) => boolean,
  doubts: string[],
): void {
  const names = [...choices.broadcasters, ...choices.providers]
    .map(({ name }) => name)
    .toSorted((a, b) => b.length - a.length)
  const pieces = piecesOf(rest.text)
  for (const piece of pieces) {
    if (formatOf(choices, piece)) continue
    const words = piece.split(' ')
    for (const name of names) {
      const size = name.split(' ').length
      if (words.length <= size) continue
      const isFirst = searchFold(words.slice(0, size).join(' ')) === searchFold(name)
      const isLast = searchFold(words.slice(-size).join(' ')) === searchFold(name)
      if (!isFirst && !isLast) continue
      const left = isFirst ? words.slice(size) : words.slice(0, -size)
      const title = left.join(' ').replace(/\s(?:bei|auf|im)$/iu, '')
      // A show may begin like its station: that is asked.
      if (isFirst && !formatOf(choices, title)) doubts.push(`Ist „${name}“ der Sender, oder gehört es zum Titel?`)
      set(name)
      rest.text = rest.text.replace(piece, title)
      return
    }
  }
}

const isStation = (name: string, { broadcasters, providers }: AdminCalendarChoices) =>
  Boolean(byName(broadcasters, name) ?? byName(providers, name))

const byName = <T extends Known>(items: readonly T[], name: string): T | undefined =>
  items.find((item) => searchFold(item.name) === searchFold(name))

const formatOf = ({ formats }: AdminCalendarChoices, name: string) =>
  formats.find(
    (format) =>
      format.active && [format.name, format.short_name].some((one) => one && searchFold(one) === searchFold(name)),
  )

/** The format that is named as a whole, and what else is said. */
function takeFormat(
  rest: Rest,
  choices: AdminCalendarChoices,
  doubts: string[],
): { formatId: string | null; parts: string[] } {
  const parts = piecesOf(rest.text)
  // Names have dashes and commas themselves: the longest run of pieces that is a name counts.
  const full = rest.text.replaceAll(gap, ' ').replace(/\s+/gu, ' ').trim()
  const names = choices.formats
    .filter(({ active }) => active)
    .flatMap((format) =>
      [format.name, format.short_name].filter((one) => one !== null).map((name) => ({ id: format.id, name })),
    )
  const exact = parts.map((part) => byName(names, part)).find(Boolean) ?? null
  const longest = names
    .filter(({ name }) =>
      new RegExp(`^\\W*${escaped(searchFold(name))}(?:$|\\W*$|\\s*[,:|(–-])`, 'u').test(searchFold(full)),
    )
    .toSorted((a, b) => b.name.length - a.name.length)[0]
  if (longest && longest.name.length >= (exact?.name.length ?? 0)) {
    const left = afterName(full, longest.name)
    return { formatId: longest.id, parts: piecesOf(left) }
  }
  if (exact) return { formatId: exact.id, parts: parts.filter((part) => searchFold(part) !== searchFold(exact.name)) }
  const near = names.find(({ name }) => parts.some((part) => searchFold(part).startsWith(`${searchFold(name)} `)))
  if (near) doubts.push(`Gehört das zu „${near.name}“?`)
  return { formatId: null, parts }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')

/** What follows a name, whose folded form may have another length. */
function afterName(full: string, name: string): string {
  const wanted = searchFold(name)
  for (let end = 1; end <= full.length; end++)
    if (searchFold(full.slice(0, end).replace(/^\W+/u, '')) === wanted) return full.slice(end)
  return full
}
