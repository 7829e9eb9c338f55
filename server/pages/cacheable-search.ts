import { isUtf8 } from 'node:buffer'
import { chartEntries } from '@hot/domain/chart/entries'
import { type SearchKind, searchKinds } from '@hot/domain/search/kinds'
import { daysBetween, isDay, todayInBerlin } from '@hot/domain/time/berlin-time'
import { uuidPattern } from '@hot/domain/url/search-param'

/** Types of a cursor's keys, as `private.cursor_parts` checks them (supabase/schemas/00_platform/cursors.sql). */
export type CursorKeys = readonly ('integer' | 'bigint' | 'float' | 'instant' | 'day' | 'uuid' | 'text')[]

const within = (value: string, least: bigint, most: bigint): boolean =>
  /^-?\d{1,19}$/.test(value) && BigInt(value) >= least && BigInt(value) <= most

/** As PostgreSQL writes a value of this type: `2026-11-28 20:15:00.123+01`, `1.5e-07`. */
const reads: Readonly<Record<CursorKeys[number], (value: string) => boolean>> = {
  integer: (value) => within(value, -(2n ** 31n), 2n ** 31n - 1n),
  bigint: (value) => within(value, -(2n ** 63n), 2n ** 63n - 1n),
  float: (value) => /^-?(\d+(\.\d+)?(e[+-]\d{1,3})?|Infinity)$/.test(value),
  instant: (value) => {
    const [, time, hours, minutes = '00'] =
      /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(?::(\d\d))?$/.exec(value) ?? []
    return time !== undefined && !Number.isNaN(Date.parse(`${time.replace(' ', 'T')}${hours}:${minutes}`))
  },
  day: (value) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  uuid: (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  text: (value) => !value.includes('\0') && value.isWellFormed(),
}

function listOf(cursor: string): unknown {
  const bytes = Buffer.from(cursor, 'base64url')
  try {
    return isUtf8(bytes) ? JSON.parse(bytes.toString()) : undefined
  } catch {
    return undefined // not one of ours
  }
}

/**
 * Whether a list reads a cursor, which is the base64url of its last row's sort keys as `["…","…"]`. The database takes any
 * other for none and answers with the first page, which is in the cache.
 */
export function readsCursor(cursor: string, keys: CursorKeys): boolean {
  if (!/^Wy[I-L][\w-]+$/.test(cursor)) return false
  const parts = listOf(cursor)
  return (
    Array.isArray(parts) &&
    parts.length === keys.length &&
    keys.every((key, at) => typeof parts[at] === 'string' && reads[key](parts[at]))
  )
}

type Rule = {
  /** `read`: the parameters before it in the table. */
  accepts: (value: string, read: URLSearchParams) => boolean
  /** False for free text, cursors that a list reads and distant days: rendered but never cached, because their number is unlimited. */
  stored: boolean | ((value: string, today: string) => boolean)
}

const oneOf = (...values: string[]): Rule => ({ accepts: (value) => values.includes(value), stored: true })
const matching = (pattern: RegExp): Rule => ({ accepts: (value) => pattern.test(value), stored: true })
const freeText = (limit: number): Rule => ({
  accepts: (value) => value.length > 0 && value.length <= limit,
  stored: false,
})

/** Days before and after today whose pages are cached; all other days would be unlimited in number. */
const STORED_DAYS = 366
const day: Rule = {
  accepts: isDay,
  stored: (value, today) => Math.abs(daysBetween(today, value)) <= STORED_DAYS,
}

const slug = matching(/^[a-z0-9-]{1,80}$/)

const latest: CursorKeys = ['instant', 'uuid']
/** `keysOf`: what the list that these parameters ask for is sorted by; undefined if it is no list. */
const cursorOf = (keysOf: (read: URLSearchParams) => CursorKeys | undefined): Rule => ({
  accepts: (value, read) => {
    const keys = keysOf(read)
    return keys !== undefined && value.length <= 500 && readsCursor(value, keys)
  },
  stored: false,
})
const cursor = (...keys: CursorKeys): Rule => cursorOf(() => keys)

const starKeys: Readonly<Record<string, CursorKeys>> = { neu: latest, name: ['text', 'uuid'] }
const postKeys: Readonly<Record<string, CursorKeys>> = { heiss: ['float', 'uuid'], top: ['integer', 'uuid'] }
const resultKeys: Readonly<Record<SearchKind, CursorKeys>> = {
  stars: ['integer', 'integer', 'text', 'uuid'],
  formats: ['integer', 'text', 'uuid'],
  seasons: ['text', 'integer', 'uuid'],
  posts: ['integer', 'instant', 'uuid'],
  dates: ['day', 'integer', 'uuid'],
  news: ['integer', 'instant', 'uuid'],
  members: ['text', 'uuid'],
}
const starCursor = cursorOf((read) => starKeys[read.get('sortierung') ?? ''] ?? ['integer', 'text', 'uuid'])
const postCursor = cursorOf((read) => postKeys[read.get('sortierung') ?? ''] ?? latest)
/** Without an order and a topic it is the overview. */
const feedCursor = cursorOf((read) =>
  read.has('sortierung') || read.has('tag') ? (postKeys[read.get('sortierung') ?? ''] ?? latest) : undefined,
)
/** Without a kind the page shows the first of each. */
const resultCursor = cursorOf((read) => {
  const kind = searchKinds.find(({ art }) => art === read.get('art'))
  return kind && read.has('q') ? resultKeys[kind.kind] : undefined
})
const commentCursor = cursorOf((read) => (read.has('kommentare') ? latest : ['integer', ...latest]))
const term = freeText(200)
/** Rendered but never cached: every comment has an id. */
const commentId: Rule = { accepts: (value) => uuidPattern.test(value), stored: false }

const postList = { zeitraum: oneOf('30', 'gesamt'), tag: matching(/^[0-9a-f-]{36}$/) }

const anyOf = (pages: readonly { path: string }[]) => new RegExp(`^(?:${pages.map(({ path }) => path).join('|')})$`)

type Entry = { route: RegExp; rules: Readonly<Record<string, Rule>> }

/**
 * Which search parameters change a page, by route: mirrors the routes' `validateSearch`, checked by a test. Defaults
 * are dropped from the URL. Unlisted parameters reach neither the renderer nor the cache key.
 */
const table: readonly Entry[] = [
  {
    route: /^\/stars$/,
    rules: { sortierung: oneOf('name', 'neu'), buchstabe: matching(/^[A-Z#]$/), q: term, nach: starCursor },
  },
  { route: /^\/formate$/, rules: { sender: slug, anbieter: slug, q: term } },
  {
    route: /^\/kalender$/,
    rules: {
      ansicht: oneOf('liste', 'woche', 'monat'),
      datum: day,
      sender: slug,
      anbieter: slug,
      format: slug,
    },
  },
  { route: /^\/kalender\.ics$/, rules: { sender: slug, anbieter: slug, format: slug } },
  { route: /^\/news$/, rules: { nach: cursor(...latest) } },
  { route: /^\/suche$/, rules: { q: term, art: oneOf(...searchKinds.map(({ art }) => art)), nach: resultCursor } },
  {
    route: /^\/trashtalk\/(geruechte|umfragen|diskussionen)$/,
    rules: { sortierung: oneOf('aktiv', 'heiss', 'top'), ...postList, nach: postCursor },
  },
  {
    route: /^\/trashtalk$/,
    rules: { sortierung: oneOf('neu', 'aktiv', 'heiss', 'top'), ...postList, nach: feedCursor },
  },
  { route: /^\/trashtalk\/erstellen$/, rules: { typ: oneOf('geruecht', 'umfrage', 'diskussion') } },
  {
    route: /^\/trashtalk\/(geruechte|umfragen|diskussionen)\/\d{4}\/\d\d\/\d\d\/[^/]+$/,
    rules: { kommentare: oneOf('neu'), nach: commentCursor, kommentar: commentId },
  },
  { route: /^\/trashtalk\/(?!bearbeiten\/)[a-z]+\/[^/]+$/, rules: { kommentar: commentId } },
  { route: /^\/account\/benachrichtigungen$/, rules: { filter: oneOf('ungelesen') } },
  { route: /^\/user\/[^/]+(\/(kommentare|fan-von))?$/, rules: { nach: cursor(...latest) } },
  {
    route: /^\/charts\/stars\/format-statistiken$/,
    rules: { sortierung: oneOf('teilnehmende', 'staffeln', 'score', 'posts', 'sendungen') },
  },
  {
    route: /^\/charts\/stars\/social-media-bestenliste$/,
    rules: {
      plattform: oneOf('instagram', 'tiktok', 'youtube', 'x', 'threads'),
      nach: cursor('bigint', 'uuid', 'integer'),
    },
  },
  { route: anyOf(chartEntries.filter(({ paged }) => paged)), rules: { nach: cursor('integer') } },
  { route: anyOf(chartEntries.filter(({ windowed }) => windowed)), rules: { zeitraum: oneOf('gesamt') } },
]

/** Every parameter that changes some page: what a cache in front has in its keys. */
export const searchNames: readonly string[] = [...new Set(table.flatMap(({ rules }) => Object.keys(rules)))].toSorted()

/** The only one that leads to something else: the rest shows the same things in another order, or fewer of them. */
const crawledNames: ReadonlySet<string> = new Set(['nach'])
/** Parameters whose addresses crawlers shall neither fetch nor list. */
export const barredNames: readonly string[] = searchNames.filter((name) => !crawledNames.has(name))
/** All posts by age: `/trashtalk` itself is the overview, so that this is the list that crawlers walk. */
export const crawledFeed = '/trashtalk?sortierung=neu'

/** Whether crawlers shall stay away from a canonical address, because another one has what it shows. */
export function isBarred(href: string): boolean {
  const bare = href.startsWith(crawledFeed) ? href.replace('sortierung=neu', '') : href
  const search = new URLSearchParams(bare.split('?')[1])
  return barredNames.some((name) => search.has(name))
}

const withoutControls = (value: string) => value.replace(/\p{Cc}+/gu, ' ').trim()

export type CanonicalAddress = {
  /** Path and validated parameters in the table's order: what is rendered, and the cache key. */
  href: string
  stored: boolean
}

/** Reduces a URL to what changes the page. Unknown and invalid parameters are dropped. */
export function canonicalAddress(
  path: string,
  search: URLSearchParams,
  today = todayInBerlin(Date.now()),
): CanonicalAddress {
  if (search.size === 0) return { href: path, stored: true }
  const rules = table.find((entry) => entry.route.test(path))?.rules ?? {}
  const read = new URLSearchParams()
  let stored = true
  for (const [name, rule] of Object.entries(rules)) {
    const value = withoutControls(search.get(name) ?? '')
    if (!rule.accepts(value, read)) continue
    read.set(name, value)
    stored &&= typeof rule.stored === 'boolean' ? rule.stored : rule.stored(value, today)
  }
  return { href: read.size > 0 ? `${path}?${read}` : path, stored }
}
