import type { Day } from '../../time/berlin-time.ts'
import {
  type DayContext,
  datesIn,
  gap,
  leadingDays,
  leadingTime,
  type Moment,
  timesIn,
  weekdaysBeforeTimes,
} from './guide-days.ts'

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
