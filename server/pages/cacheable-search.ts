import { chartEntries } from '@hot/domain/chart/entries'
import { searchKinds } from '@hot/domain/search/kinds'
import { daysBetween, isDay, todayInBerlin } from '@hot/domain/time/berlin-time'
import { uuidPattern } from '@hot/domain/url/search-param'

type Rule = {
  accepts: (value: string) => boolean
  /** False for free text, cursors and distant days: rendered but never cached, because their number is unlimited. */
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
const cursor = freeText(500)
const term = freeText(200)
/** Rendered but never cached: every comment has an id. */
const commentId: Rule = { accepts: (value) => uuidPattern.test(value), stored: false }

const postList = { zeitraum: oneOf('30', 'gesamt'), tag: matching(/^[0-9a-f-]{36}$/), nach: cursor }

const anyOf = (pages: readonly { path: string }[]) => new RegExp(`^(?:${pages.map(({ path }) => path).join('|')})$`)

type Entry = { route: RegExp; rules: Readonly<Record<string, Rule>> }

/**
 * Which search parameters change a page, by route: mirrors the routes' `validateSearch`, checked by a test. Defaults
 * are dropped from the URL. Unlisted parameters reach neither the renderer nor the cache key.
 */
const table: readonly Entry[] = [
  {
    route: /^\/stars$/,
    rules: { sortierung: oneOf('name', 'neu'), buchstabe: matching(/^[A-Z#]$/), q: term, nach: cursor },
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
  { route: /^\/news$/, rules: { nach: cursor } },
  { route: /^\/suche$/, rules: { q: term, art: oneOf(...searchKinds.map(({ art }) => art)), nach: cursor } },
  {
    route: /^\/trashtalk\/(geruechte|umfragen|diskussionen)$/,
    rules: { sortierung: oneOf('aktiv', 'heiss', 'top'), ...postList },
  },
  { route: /^\/trashtalk$/, rules: { sortierung: oneOf('neu', 'aktiv', 'heiss', 'top'), ...postList } },
  { route: /^\/trashtalk\/erstellen$/, rules: { typ: oneOf('geruecht', 'umfrage', 'diskussion') } },
  {
    route: /^\/trashtalk\/(geruechte|umfragen|diskussionen)\/\d{4}\/\d\d\/\d\d\/[^/]+$/,
    rules: { kommentare: oneOf('neu'), nach: cursor, kommentar: commentId },
  },
  { route: /^\/trashtalk\/(?!bearbeiten\/)[a-z]+\/[^/]+$/, rules: { kommentar: commentId } },
  { route: /^\/account\/benachrichtigungen$/, rules: { filter: oneOf('ungelesen') } },
  { route: /^\/user\/[^/]+(\/(kommentare|fan-von))?$/, rules: { nach: cursor } },
  {
    route: /^\/charts\/stars\/format-statistiken$/,
    rules: { sortierung: oneOf('teilnehmende', 'staffeln', 'score', 'posts', 'sendungen') },
  },
  {
    route: /^\/charts\/stars\/social-media-bestenliste$/,
    rules: { plattform: oneOf('instagram', 'tiktok', 'youtube', 'x', 'threads'), nach: cursor },
  },
  { route: anyOf(chartEntries.filter(({ paged }) => paged)), rules: { nach: cursor } },
  { route: anyOf(chartEntries.filter(({ windowed }) => windowed)), rules: { zeitraum: oneOf('gesamt') } },
]

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
    if (!rule.accepts(value)) continue
    read.set(name, value)
    stored &&= typeof rule.stored === 'boolean' ? rule.stored : rule.stored(value, today)
  }
  return { href: read.size > 0 ? `${path}?${read}` : path, stored }
}
