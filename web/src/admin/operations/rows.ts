import type { AdminOperations, OperationsMinute, OperationsPoint } from '@hot/domain/contract/admin/operations'
import { secondsText } from '@hot/domain/monitoring/slow-minute'
import { berlinDay, berlinInstant, berlinTime, isDay } from '@hot/domain/time/berlin-time'
import { clock, dayMonth } from '@hot/domain/time/german-date'
import { choiceParam } from '@hot/domain/url/search-param'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { formatCount } from '#web/ui/data/format-number.ts'

export type Curve = {
  key: string
  title: string
  /** What it is, in a few words; `minutes`: how many a bar stands for. */
  about: (minutes: number) => string
  of: (point: OperationsPoint) => number
  text: (value: number) => string
}

const minutesText = (minutes: number) =>
  minutes === 1 ? 'eine Minute' : minutes < 60 ? `${minutes} Minuten` : `${minutes / 60} Stunden`

/** When something was at its highest: a bar of several minutes knows only its beginning. */
export const peakTime = (instant: string, minutes: number, today: string): string =>
  minutes === 1 ? `um ${timeText(instant, today)}` : `ab ${timeText(instant, today)} (${minutesText(minutes)})`

/** The curves of the page, in their order. */
export const curves: readonly Curve[] = [
  {
    key: 'requests',
    title: 'Anfragen',
    about: (minutes) => (minutes === 1 ? 'je Minute' : 'in der vollsten Minute'),
    of: ({ requests }) => requests,
    text: formatCount,
  },
  {
    key: 'p95',
    title: 'Antwortzeit',
    about: () => '95 von 100 sind schneller',
    of: ({ p95 }) => p95,
    text: secondsText,
  },
  {
    key: 'failed',
    title: 'Fehler und Abgewiesene',
    about: (minutes) => `5xx, 429 und 503, ${minutesText(minutes)} zusammen`,
    of: ({ failed, refused }) => failed + refused,
    text: formatCount,
  },
  {
    key: 'statement',
    title: 'Längste Abfrage',
    about: () => 'an die Datenbank',
    of: ({ statement_max }) => statement_max,
    text: secondsText,
  },
  {
    key: 'session',
    title: 'Warten auf die Datenbank',
    about: () => 'das längste, bis eine Verbindung frei war',
    of: ({ session_max }) => session_max,
    text: secondsText,
  },
  {
    key: 'loop',
    title: 'Längster Stillstand',
    about: () => 'so lange kam der Server zu nichts',
    of: ({ loop_max }) => loop_max ?? 0,
    text: secondsText,
  },
  {
    key: 'sockets',
    title: 'Offene Live-Verbindungen',
    about: () => '',
    of: ({ sockets }) => sockets,
    text: formatCount,
  },
]

/** `Sa, 28. Nov., 20:15` in short: the day is left out on the day itself. */
export function timeText(instant: string, today: string): string {
  const day = berlinDay(instant)
  const time = clock(berlinTime(instant))
  return day === today ? time : `${dayMonth(day)} ${time}`
}

export type Place = { at: number; point: OperationsPoint }

/** Where each point stands: `at` counts steps from the beginning, so that times of which nothing was kept stay empty. */
export function places({ since, until, step_minutes, points }: AdminOperations): { steps: number; list: Place[] } {
  const step = step_minutes * 60_000
  const begin = Date.parse(since)
  const steps = Math.max(1, Math.ceil((Date.parse(until) - begin) / step))
  const list = points.map((point) => ({ at: Math.floor((Date.parse(point.at) - begin) / step), point }))
  return { steps, list: list.filter(({ at }) => at >= 0 && at < steps) }
}

/** The picked minute among those around it. */
export const pickedOf = ({ around }: AdminOperations, instant: string): OperationsMinute | undefined =>
  around.find(({ at }) => Date.parse(at) === Date.parse(instant))

/** What is known of a minute beside its verdict: name and value. */
export const factsOf = (minute: OperationsMinute): readonly (readonly [name: string, value: string])[] => [
  ['Anfragen', `${formatCount(minute.requests)}, davon ${formatCount(minute.slow)} langsam (über 2 s)`],
  ['Antwortzeit', `halbe ${secondsText(minute.p50)}, 95 von 100 unter ${secondsText(minute.p95)}`],
  ['Fehler', `${formatCount(minute.failed)} (5xx), ${formatCount(minute.wrong)} (4xx)`],
  ['Abgewiesen', `${formatCount(minute.refused)} (429, 503)`],
  ['Warteschlange der Seiten', `höchstens ${formatCount(minute.queue)}`],
  [
    'Abfragen',
    `${formatCount(minute.statements)}, 95 von 100 unter ${secondsText(minute.statement_p95)}, längste ${secondsText(minute.statement_max)}`,
  ],
  ['Warten auf die Datenbank', `längstes ${secondsText(minute.session_max)}`],
  [
    'Verzug des Servers',
    `${secondsText(minute.loop_p99)} (99 von 100 Mal weniger)${minute.loop_max === null ? '' : `, längster ${secondsText(minute.loop_max)}`}`,
  ],
  ['Rechenzeit und Speicher', `${formatCount(minute.cpu)} % eines Kerns, ${formatCount(minute.rss)} MB`],
  ['Live', `${formatCount(minute.sockets)} Verbindungen, ${formatCount(minute.live)} Sendungen`],
  ['Aufgaben', `${formatCount(minute.jobs)} erledigt, ${formatCount(minute.jobs_failed)} gescheitert`],
  [
    'Mails',
    `${formatCount(minute.mails_sent)} verschickt, ${formatCount(minute.mails_failed)} gescheitert${minute.mails_waiting === null ? '' : `, ${formatCount(minute.mails_waiting)} warten`}`,
  ],
  ['Prozesse', formatCount(minute.processes)],
]

/** Kinds of addresses, as people of the team call them. */
export const kindNames: Readonly<Record<string, string>> = {
  page_cached: 'Seiten, schon fertig',
  page_uncached: 'Seiten, neu gebaut',
  rpc: 'Abfragen der App',
  rest: 'Tabellen',
  auth: 'Anmeldung',
  storage: 'Bilder und Uploads',
  realtime: 'Live-Verbindungen',
  live: 'Live-Stände für Gäste',
  feed: 'Feeds und Kalender',
  picture: 'Vorschaubilder',
  asset: 'Dateien der App',
  file: 'andere Dateien',
  service: 'Technisches',
}

/** Spans in hours, a day by default; older minutes are deleted. */
export const operationsSpans = ['1', '24', '336'] as const
export type OperationsSpan = (typeof operationsSpans)[number]

export const spanNames: Readonly<Record<OperationsSpan, string>> = { 1: '1 Stunde', 24: '24 Stunden', 336: '14 Tage' }

export type OperationsSearch = {
  zeit?: OperationsSpan | undefined
  /** The picked minute in Berlin, as a field for date and time has it: `2026-11-28T20:15`. */
  um?: string | undefined
}

function readMinute(given: unknown): string | undefined {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(String(given)) ?? []
  return isDay(day) ? `${day}T${time}` : undefined
}

export const readOperationsSearch = (given: Record<string, unknown>): OperationsSearch => ({
  zeit: choiceParam(given.zeit, operationsSpans),
  um: readMinute(given.um),
})

/** An instant as `um` has it. */
export const minuteOf = (instant: string): string => `${berlinDay(instant)}T${clock(berlinTime(instant))}`

/** The instant of `um`. */
export function instantOf(minute: string): string {
  const [day = '', time = ''] = minute.split('T')
  return berlinInstant(day, `${time}:00`).toISOString()
}

/** The figures shown before stay until the new ones are there, so that nothing jumps. */
export const operationsQuery = (span: OperationsSpan, minute: string | undefined) =>
  queryOptions({
    queryKey: ['admin', 'operations', span, minute ?? null],
    queryFn: ({ signal }) =>
      rpc(
        'admin_operations_page',
        { p_hours: Number(span), ...(minute !== undefined && { p_at: instantOf(minute) }) },
        signal,
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { personal: true },
  })
