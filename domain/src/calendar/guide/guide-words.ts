import type { AdminCalendarChoices } from '../../contract/admin/calendar.ts'
import { searchFold } from '../../text/search-fold.ts'
import { gap } from './guide-lines.ts'

/** What the text about a broadcast says, beside day and time. */
export type Said = {
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

const edge = `(?=\\s*(?:$|[${gap},:;|)/–@-]))`
const whole = (match: RegExpExecArray | null): number | null => (match?.[1] ? Number(match[1]) : null)

export function wordsOf(text: string, choices: AdminCalendarChoices): Said {
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
  const begins = (part: string, { name }: Known) => searchFold(part).startsWith(`${searchFold(name)} `)
  const near = names.find((known) => parts.some((part) => begins(part, known)))
  if (near) {
    const left = parts.map((part) => (begins(part, near) ? afterName(part, near.name).trim() : part))
    // `Love Island Finale`: nothing but the kind is said besides the name.
    if (left.some((part, at) => part !== parts[at] && isKindAlone(part))) return { formatId: near.id, parts: left }
    doubts.push(`Gehört das zu „${near.name}“?`)
  }
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
