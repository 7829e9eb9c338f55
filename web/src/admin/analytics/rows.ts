import type { AnalyticsEventType } from '@hot/domain/analytics/events'
import { conversionRate } from '@hot/domain/analytics/funnel'
import { vitalRating } from '@hot/domain/analytics/web-vitals-ratings'
import type { AdminAnalytics, AnalyticsFigures, VitalPercentiles } from '@hot/domain/contract/admin/analytics'
import { addDays, type Day } from '@hot/domain/time/berlin-time'
import { choiceParam } from '@hot/domain/url/search-param'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { formatCount, formatPercent } from '#web/ui/data/format-number.ts'
import { readAnalyticsSummary, type SummaryLine } from './reading.ts'

/** The figures of a day in display order, with their names. */
export const figureNames: readonly { key: keyof AnalyticsFigures; title: string }[] = [
  { key: 'visitors', title: 'Besucher:innen' },
  { key: 'sessions', title: 'Besuche' },
  { key: 'views', title: 'Seitenaufrufe' },
  { key: 'votes', title: 'Stimmen' },
  { key: 'posts', title: 'Beiträge' },
  { key: 'comments', title: 'Kommentare' },
]

const stepNames: Readonly<Record<AdminAnalytics['funnel'][number]['step'], string>> = {
  signup_completed: 'Registriert',
  profile_setup_completed: 'Profil eingerichtet',
  first_post: 'Erster Beitrag',
  first_vote: 'Erste Stimme',
  first_comment: 'Erster Kommentar',
}
const conversionNames: Readonly<Record<AdminAnalytics['conversions'][number]['conversion'], string>> = {
  profile_complete: 'Profil vollständig',
  first_post: 'Erster Beitrag',
  first_vote: 'Erste Stimme',
  first_comment: 'Erster Kommentar',
  retention_day7: 'Nach 7 Tagen wieder da',
}
/** A host that visits came from. */
export const sourceName = (source: string | null): string => source ?? 'Direkt oder nicht bekannt'

const ratingNames = { good: 'gut', 'needs-improvement': 'ausbaufähig', poor: 'schlecht' } as const
const vitalNames: Readonly<Record<VitalPercentiles['name'], string>> = {
  LCP: 'Größtes Element sichtbar (LCP)',
  INP: 'Antwort auf Eingaben (INP)',
  CLS: 'Verschiebungen (CLS)',
  FCP: 'Erstes Element sichtbar (FCP)',
  TTFB: 'Antwort des Servers (TTFB)',
}
const reasonNames: Readonly<Record<string, string>> = {
  domain_refused: 'E-Mail-Anbieter nicht erlaubt',
  provider_burst: 'Mehrere Registrierungen mit demselben Konto',
  plus_tag: 'E-Mail-Adresse mit „+“',
}

/** A share in German notation; `–` if the total is zero. */
const shareText = (part: number, of: number): string => (of === 0 ? '–' : formatPercent(conversionRate(part, of)))

export type ShareRow = { name: string; members: number; done: number; share: string; fromPrevious?: string }

/** The steps of the funnel: share of all sign-ups, and of the previous step. */
export const funnelRows = ({ funnel }: AdminAnalytics): (ShareRow & { ofStart: number })[] => {
  const start = funnel[0]?.members ?? 0
  return funnel.map(({ step, members }, at) => ({
    name: stepNames[step],
    members: start,
    done: members,
    share: shareText(members, start),
    fromPrevious: at === 0 ? '–' : shareText(members, funnel[at - 1]?.members ?? 0),
    ofStart: conversionRate(members, start),
  }))
}

export const conversionRows = ({ conversions }: AdminAnalytics): ShareRow[] =>
  conversions.map(({ conversion, members, converted }) => ({
    name: conversionNames[conversion],
    members,
    done: converted,
    share: shareText(converted, members),
  }))

export const retentionRows = ({ retention }: AdminAnalytics): ShareRow[] =>
  retention.map(({ days, members, stayed }) => ({
    name: `Nach ${days} Tagen wieder da`,
    members,
    done: stayed,
    share: shareText(stayed, members),
  }))

const thousandths = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
const hundredths = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A value with its unit, with no more digits than the percentiles are precise (1 %). */
function vitalText(name: VitalPercentiles['name'], value: number): string {
  if (name === 'CLS') return thousandths.format(value)
  const ms = Math.round(value)
  return ms < 1000 ? `${formatCount(ms)}\u00a0ms` : `${hundredths.format(ms / 1000)}\u00a0s`
}

/** Rated by the 75th percentile, as the web vitals are (https://web.dev/articles/vitals). */
export const vitalRows = ({ vitals }: AdminAnalytics) =>
  (Object.keys(vitalNames) as VitalPercentiles['name'][]).flatMap((wanted) =>
    vitals
      .filter(({ name }) => name === wanted)
      .map(({ name, samples, p50, p75, p95 }) => ({
        key: name,
        name: vitalNames[name],
        samples,
        p50: vitalText(name, p50),
        p75: vitalText(name, p75),
        p95: vitalText(name, p95),
        rating: ratingNames[vitalRating(name, p75)],
      })),
  )

export const suspicionRows = ({ suspicions }: AdminAnalytics) =>
  suspicions.map(({ reason, total }) => ({ name: reasonNames[reason] ?? reason, total }))

/** Events of one type over the whole window; `sessions` counts a visit once a day. */
export type EventTotal = { type: string; events: number; sessions: number }

/** The summary by type, most frequent first. */
export function eventTotals(lines: readonly SummaryLine[]): EventTotal[] {
  const totals = new Map<string, EventTotal>()
  for (const { event_type: type, events, unique_sessions } of lines) {
    const total = totals.get(type) ?? { type, events: 0, sessions: 0 }
    total.events += events
    total.sessions += unique_sessions
    totals.set(type, total)
  }
  return [...totals.values()].sort((one, other) => other.events - one.events || one.type.localeCompare(other.type))
}

const names: Readonly<Record<AnalyticsEventType, string>> = {
  session_start: 'Besuch begonnen',
  session_end: 'Besuch beendet',
  page_view: 'Seite geöffnet',
  click: 'Auf etwas getippt',
  scroll: 'Bis zur Mitte oder zum Ende gelesen',
  format_view: 'Format angesehen',
  star_view: 'Star angesehen',
  post_view: 'Beitrag angesehen',
  meta_tag_view: 'Seite über ein Thema angesehen',
  performance_metric: 'Ladezeit gemessen',
  custom_performance_metric: 'Ziel erreicht oder etwas war langsam',
  user_login: 'Angemeldet',
  user_logout: 'Abgemeldet',
  user_register: 'Registriert',
  post_create: 'Beitrag geschrieben',
  comment_create: 'Kommentar geschrieben',
  vote_cast: 'Abgestimmt',
  fan_add: 'Fan geworden',
  fan_remove: 'Kein Fan mehr',
  social_share: 'Geteilt',
  suspicious_registration: 'Auffällige Registrierung',
}

/** German name of an event; its raw name if there is none. */
export const eventName = (type: string): string => (names as Readonly<Record<string, string>>)[type] ?? type

/** Available windows in days, 30 by default; older events are deleted. */
export const analyticsWindows = ['7', '30', '90'] as const
type AnalyticsWindow = (typeof analyticsWindows)[number]

type AnalyticsSearch = { tage?: AnalyticsWindow | undefined }

export const readAnalyticsSearch = (given: Record<string, unknown>): AnalyticsSearch => ({
  tage: choiceParam(given.tage, analyticsWindows),
})

/** The first day of a window that ends today. */
export const firstDay = (window: AnalyticsWindow, today: Day): Day => addDays(today, 1 - Number(window))

/** The previous window's figures stay until the new ones are loaded, so that nothing jumps or closes. */
const now = { staleTime: 0, placeholderData: keepPreviousData, meta: { personal: true } } as const

export const analyticsQuery = (since: Day) =>
  queryOptions({
    queryKey: ['admin', 'analytics', since],
    queryFn: ({ signal }) => rpc('admin_analytics_page', { p_since: since }, signal),
    ...now,
  })

export const eventsQuery = (since: Day) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'events', since],
    queryFn: () => readAnalyticsSummary(since),
    ...now,
  })

type Cells = (string | number | null)[]

const shares = (part: string, rows: readonly ShareRow[]): Cells[] =>
  rows.map(({ name, members, done, share }) => [part, name, done, members, share])

/** Rows of the CSV file with everything the page shows: section, name, value, and details. */
export function analyticsTable(page: AdminAnalytics, events: readonly EventTotal[]): Cells[] {
  return [
    ['Bereich', 'Angabe', 'Wert', 'von', 'Anteil'],
    ['Zeitraum', 'von', page.since, null, null],
    ['Zeitraum', 'bis', page.until, null, null],
    ...figureNames.map(({ key, title }): Cells => ['Gesamt', title, page.total[key], null, null]),
    ...page.days.flatMap((day) => figureNames.map(({ key, title }): Cells => [day.day, title, day[key], null, null])),
    ...page.pages.map(({ path, views }): Cells => ['Seiten', path, views, null, null]),
    ...page.sources.map(({ source, visits }): Cells => ['Woher', sourceName(source), visits, null, null]),
    ...shares('Weg der Mitglieder', funnelRows(page)),
    ...shares('Ziele', conversionRows(page)),
    ...shares('Wiederkehr', retentionRows(page)),
    ...vitalRows(page).flatMap(({ name, samples, p50, p75, p95 }): Cells[] => [
      ['Ladezeiten', `${name}, Median`, p50, samples, null],
      ['Ladezeiten', `${name}, 75 %`, p75, samples, null],
      ['Ladezeiten', `${name}, 95 %`, p95, samples, null],
    ]),
    ...suspicionRows(page).map(({ name, total }): Cells => ['Auffällige Registrierungen', name, total, null, null]),
    ...events.map(({ type, events: number, sessions }): Cells => ['Ereignisse', type, number, sessions, null]),
  ]
}
