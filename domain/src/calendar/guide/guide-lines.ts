import { addDays, type Day, isDay, readEventTime, weekdayIndex } from '../../time/berlin-time.ts'

/** Days and times as TV guides and press pages write them, found in a line and cut out of it. */

/** Stands where something was cut out: what is left on its two sides is not one phrase. */
export const gap = '\u0001'

export type DayContext = {
  /** A weekday, or a date without a year, is the next one from here on. */
  shown: Day
  today: Day
}

type Moment =
  | { at: number; end: number; kind: 'day'; days: Day[]; doubt?: string | undefined }
  | { at: number; end: number; kind: 'time'; time: string; until: string | null }

const weekdays = ['mo', 'di', 'mi', 'do', 'fr', 'sa', 'so']
const weekday =
  '(mo(?:ntag)?|di(?:enstag)?|mi(?:ttwoch)?|do(?:nnerstag)?|fr(?:eitag)?|sa(?:mstag)?|sonnabend|so(?:nntag)?)'
const months = ['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez']
const month =
  '(jan(?:uar)?|feb(?:ruar)?|märz?|mrz|apr(?:il)?|mai|juni?|juli?|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?)'
const clock = '(?:(\\d{1,2})[:.](\\d{2})(?!\\.?\\d)(?:\\s?uhr\\b|\\s?h\\b)?|(\\d{1,2})\\s?uhr(?:\\s?(\\d{2})(?!\\d))?)'

const indexOfWeekday = (name: string) =>
  name.toLowerCase() === 'sonnabend' ? 5 : weekdays.indexOf(name.toLowerCase().slice(0, 2))
const indexOfMonth = (name: string) =>
  months.findIndex((one) => name.toLowerCase().replace('mrz', 'mär').startsWith(one)) + 1

const longNames = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']

const nextWeekday = (index: number, shown: Day): Day => addDays(shown, (index - weekdayIndex(shown) + 7) % 7)
const dayOf = (year: number, m: number, d: number): Day =>
  `${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`

/** A date without a year is the next one; one that just was, is meant of this year. */
function dated(d: number, m: number, year: string | undefined, shown: Day): Day | null {
  if (year) return existing(dayOf(Number(year.padStart(4, '20')), m, d))
  const thisYear = Number(shown.slice(0, 4))
  const found = dayOf(thisYear, m, d)
  return existing(found < addDays(shown, -31) ? dayOf(thisYear + 1, m, d) : found)
}

const existing = (day: Day): Day | null => (isDay(day) ? day : null)

/** A year is near: `7.12. 2015 Love Island` has a time. */
const isYear = (text: string | undefined, shown: Day) =>
  text !== undefined && Math.abs(Number(text.padStart(4, '20')) - Number(shown.slice(0, 4))) <= 5

const numeric = new RegExp(
  `(?:${weekday}\\.?,?\\s*(?:den\\s+)?)?(?:(\\d{4})-(\\d{2})-(\\d{2})|(?:(\\d{1,2})\\.?\\s?(?:-|bis)\\s?)?(\\d{1,2})\\.\\s?(?:(\\d{1,2})\\.(?:\\s?(\\d{4})(?![\\d:.])|(\\d{2})(?![\\d:.]))?|${month}\\b\\.?(?:\\s(\\d{4})(?![\\d:.]))?)),?`,
  'giu',
)

/** Dates with day and month, anywhere in a line: `Mo 7.12.`, `Mittwoch, 3. Dezember 2026`, `7.–11.12.`, `2026-12-07`. */
function datesIn(line: string, { shown }: DayContext): Moment[] {
  const found: Moment[] = []
  for (const match of line.matchAll(numeric)) {
    if (isInsideWord(line, match.index)) continue
    const [text, name, isoYear, isoMonth, isoDay, from, d, m, long, short, word, wordYear] = match
    const given = isoYear ?? (word ? wordYear : (long ?? short))
    const year = isYear(given, shown) ? given : undefined
    // Four digits that are no year are a time, and stay.
    const end = match.index + (given && !year ? text.lastIndexOf(given) : text.length)
    const monthNumber = Number(isoMonth ?? (word ? indexOfMonth(word) : m))
    const day = dated(Number(isoDay ?? d), monthNumber, year, shown)
    const first = from && day ? dated(Number(from), monthNumber, year, shown) : day
    if (!day || !first) {
      found.push({ at: match.index, end, kind: 'day', days: [], doubt: `${text.trim()} gibt es nicht.` })
      continue
    }
    const real = longNames[weekdayIndex(first)]
    const doubt =
      name && indexOfWeekday(name) !== weekdayIndex(first) ? `Das Datum ist ein ${real}, da steht ${name}.` : undefined
    found.push({ at: match.index, end, kind: 'day', days: daysFrom(first, day), doubt })
  }
  return found
}

function daysFrom(first: Day, last: Day): Day[] {
  const days: Day[] = []
  for (let day = first; day <= last && days.length < 31; day = addDays(day, 1)) days.push(day)
  return days
}

const relative = /^(heute|morgen|übermorgen)(?:\s+(?:abend|nacht|früh))?(?![\p{L}\d-]),?\s*/iu
const weekdayList = new RegExp(`^${weekday}\\.?(?:\\s*(-|bis)\\s*${weekday}\\.?)?(?![\\p{L}\\d])`, 'iu')

/** `heute`, `Mo`, `Mo–Fr`, `Mo, Mi und Fr` at the beginning; `So ist Liebe` is a title. */
function leadingDays(line: string, { shown, today }: DayContext): Moment | null {
  const word = relative.exec(line)
  if (word) {
    const ahead = { heute: 0, morgen: 1, übermorgen: 2 }[word[1]?.toLowerCase() ?? ''] ?? 0
    return { at: 0, end: word[0].length, kind: 'day', days: [addDays(today, ahead)] }
  }
  const days: Day[] = []
  let end = 0
  for (;;) {
    const between = days.length === 0 ? 0 : (/^\s*(?:,|und|\+|&|\/)\s*/iu.exec(line.slice(end))?.[0].length ?? -1)
    const match = between === -1 ? null : weekdayList.exec(line.slice(end + between))
    if (!match) break
    const first = nextWeekday(indexOfWeekday(match[1] ?? ''), shown)
    const last = match[3] ? nextWeekday(indexOfWeekday(match[3]), first) : first
    days.push(...daysFrom(first, last))
    end += between + match[0].length
  }
  const after = line.slice(end)
  const isTitle = days.length === 0 || /^\s+\p{Ll}/u.test(after.replace(/^\s+(?:um|ab|gegen|den)\s/iu, ' '))
  return isTitle ? null : { at: 0, end: end + (/^,/.test(after) ? 1 : 0), kind: 'day', days }
}

const weekdayBeforeTime = new RegExp(`${weekday}\\.?,?\\s+(?:um\\s+|ab\\s+)?(?=${clock})`, 'giu')

/** `…, Wdh. Mi 10:00`: a weekday that is followed by a time. */
const weekdaysBeforeTimes = (line: string, { shown }: DayContext): Moment[] =>
  [...line.matchAll(weekdayBeforeTime)]
    .filter((match) => !isInsideWord(line, match.index))
    .map((match) => ({
      at: match.index,
      end: match.index + match[0].length,
      kind: 'day',
      days: [nextWeekday(indexOfWeekday(match[1] ?? ''), shown)],
    }))

const times = new RegExp(
  `(?:(?:um|ab|gegen|von)\\s+)?${clock}(?:\\s*(?:-|bis)\\s*(?:ca\\.?\\s*)?${clock})?|bis\\s+(?:ca\\.?\\s*)?${clock}`,
  'giu',
)

/** `20:15`, `22.15 Uhr`, `20 Uhr`, `20:15 – 23:40`, and `bis 23:40` by itself, whose time is empty. */
function timesIn(line: string): Moment[] {
  const found: Moment[] = []
  for (const match of line.matchAll(times)) {
    if (isInsideWord(line, match.index)) continue
    const [, h, min, fullHour, fullMin, toH, toMin, toFull, toFullMin, endH, endMin, endFull, endFullMin] = match
    const time = wall(h ?? fullHour, min ?? fullMin)
    const until = wall(toH ?? toFull ?? endH ?? endFull, toMin ?? toFullMin ?? endMin ?? endFullMin)
    if (time === null && until === null) continue
    found.push({ at: match.index, end: match.index + match[0].length, kind: 'time', time: time ?? '', until })
  }
  return found
}

/** Four digits before everything else: `di, 2015 Love Island`. */
function leadingTime(line: string): Moment | null {
  const match = /^[\s,]*(\d{4})(?:\s?uhr\b)?(?=\s)/iu.exec(line)
  const time = match?.[1] ? readEventTime(match[1]) : null
  return match && time ? { at: 0, end: match[0].length, kind: 'time', time, until: null } : null
}

const wall = (h: string | undefined, min: string | undefined): string | null =>
  h === undefined ? null : readEventTime(`${h}:${min ?? '00'}`)

const isInsideWord = (line: string, at: number) => /[\p{L}\d@]$/u.test(line.slice(0, at))

/** One broadcast of a line: its moments, and the text about it in which `gap` stands for what was read. */
export type Entry = {
  /** Without a time: the line has none. */
  moments: { day: Day | null; time: string | null }[]
  until: string | null
  text: string
  doubts: string[]
}

/** Words that stand before the moment they belong to: `…, Wdh. Mi 10:00`. */
const repeatBefore = /(?:^|[\s,;(])(wdh\.?|wiederholung(?:en)?:?|wh\.)\s*$/iu

/** Letters that are no more than the glue between moments. */
const isGlue = (text: string) => !/\p{L}/u.test(text.replace(/\b(?:und|sowie|am|um|jeweils|uhr|ab)\b/giu, ''))

/** The broadcasts of one line: `Mo 7.12. und Di 8.12. 20:15 Dschungelcamp`, `Mo 20:15 Bachelor, 22:15 Love Island`. */
export function entriesOf(line: string, context: DayContext): Entry[] {
  const moments = momentsOf(line, context)
  const leads = moments[0] !== undefined && isGlue(line.slice(0, moments[0].at))
  const groups: Moment[][] = []
  const doubts: string[] = []
  for (const moment of moments) {
    const before = groups.at(-1)?.at(-1)
    const between = before ? line.slice(before.end, moment.at) : ''
    const isEnd = moment.kind === 'time' && moment.time === ''
    if (before && (isEnd || isGlue(between) || !leads)) {
      if (!isEnd && !isGlue(between) && !repeatBefore.test(between)) doubts.push('Was gehört zu welcher Zeit?')
      groups.at(-1)?.push(moment)
    } else groups.push([moment])
  }
  if (groups.length === 0) return [{ moments: [], until: null, text: line, doubts }]
  const starts = groups.map((group, index) => {
    const at = group[0]?.at ?? 0
    const before = line.slice(0, at)
    const word = index > 0 ? repeatBefore.exec(before) : null
    return word ? before.length - word[0].length : index === 0 ? 0 : at
  })
  return groups.map((group, index) => {
    const from = starts[index] ?? 0
    const text = withoutMoments(line, from, starts[index + 1] ?? line.length, group)
    return {
      ...paired(group),
      text,
      doubts: [...doubts, ...group.flatMap((one) => (one.kind === 'day' && one.doubt) || [])],
    }
  })
}

/** Days and times in their order, none inside another. */
function momentsOf(line: string, context: DayContext): Moment[] {
  const found: Moment[] = datesIn(line, context)
  const free = (moment: Moment) => found.every(({ at, end }) => moment.end <= at || moment.at >= end)
  const add = (more: (Moment | null)[]) => {
    for (const one of more) if (one && free(one)) found.push(one)
  }
  add([leadingDays(line, context)])
  const led = found.filter(({ at }) => at === 0)[0]?.end ?? 0
  const first = leadingTime(line.slice(led))
  add([first && { ...first, at: led, end: led + first.end }])
  add(weekdaysBeforeTimes(line, context))
  add(timesIn(line))
  return found.toSorted((a, b) => a.at - b.at)
}

function withoutMoments(line: string, from: number, to: number, group: readonly Moment[]): string {
  let text = ''
  let at = from
  for (const moment of group) {
    text += line.slice(at, moment.at) + gap
    at = moment.end
  }
  return text + line.slice(at, to)
}

/** Each time belongs to the days before it; days behind the last time, and a second time of the same day, too. */
function paired(group: readonly Moment[]): Pick<Entry, 'moments' | 'until' | 'doubts'> {
  const moments: Entry['moments'] = []
  const doubts: string[] = []
  let days: Day[] = []
  let waiting = false
  let until: string | null = null
  for (const moment of group) {
    if (moment.kind === 'day') {
      days = waiting ? [...days, ...moment.days] : moment.days
      waiting = true
    } else {
      until = moment.until ?? until
      if (moment.time === '') continue
      for (const day of days.length > 0 ? days : [null]) moments.push({ day, time: moment.time })
      waiting = false
    }
  }
  if (!waiting) return { moments, until, doubts }
  const [only] = moments
  // `20:15 Uhr, Mo 7.12.`: the one time is that of the day after it.
  if (moments.length === 1 && only && only.day === null)
    return { moments: days.map((day) => ({ day, time: only.time })), until, doubts }
  const rest = days.map((day) => ({ day, time: null }))
  return { moments: [...moments, ...rest], until, doubts: moments.length > 0 ? ['Ein Tag hat keine Uhrzeit.'] : [] }
}
