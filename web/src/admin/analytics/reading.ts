import { analyticsSummaryDays } from '@hot/domain/analytics/events'
import { addDays, berlinDay, berlinInstant, type Day, todayInBerlin } from '@hot/domain/time/berlin-time'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { failureOf } from '#web/lib/api/transport/api-fetch.ts'
import { restClient } from '#web/lib/api/transport/rest-client.ts'
import { serverNow } from '#web/platform/device/server-clock.ts'

/** One line of `get_analytics_summary`. */
export type SummaryLine = { day: Day; event_type: string; events: number; unique_sessions: number }

type Row = { id: string; event_type: string; session_id: string | null; created_at: string }

/** PostgREST: unknown function, unknown table. */
const unknownFunction = 'PGRST202'
const unknownTable = ['PGRST205', '42P01']
/** Maximum rows per request, and maximum requests of the fallback. */
const pageSize = 1000
const mostPages = 20

/** Newest first. Rows of the same instant may repeat, because the next page starts with it. */
async function eventsSince(since: string): Promise<Row[]> {
  const client = await restClient()
  const rows = new Map<string, Row>()
  let until: string | undefined
  for (let page = 0; page < mostPages; page++) {
    let asked = client
      .from('analytics_events')
      .select('id, event_type, session_id, created_at')
      .gte('created_at', since)
      .is('metadata->>admin_action', null)
    if (until) asked = asked.lte('created_at', until)
    const { data, error, status } = await asked.order('created_at', { ascending: false }).limit(pageSize)
    if (error) throw failureOf(error, status)
    for (const row of data) rows.set(row.id, row)
    until = data.at(-1)?.created_at
    if (data.length < pageSize) break
  }
  return [...rows.values()]
}

function summaryOf(rows: readonly Row[]): SummaryLine[] {
  const lines = new Map<string, SummaryLine & { sessions: Set<string> }>()
  for (const { event_type, session_id, created_at } of rows) {
    const day = berlinDay(created_at)
    const key = `${day} ${event_type}`
    const line = lines.get(key) ?? { day, event_type, events: 0, unique_sessions: 0, sessions: new Set() }
    line.events += 1
    if (session_id) line.sessions.add(session_id)
    lines.set(key, line)
  }
  return [...lines.values()].map(({ sessions, ...line }) => ({ ...line, unique_sessions: sessions.size }))
}

async function fromEvents(since: Day): Promise<SummaryLine[]> {
  try {
    return summaryOf(await eventsSince(berlinInstant(since, '00:00').toISOString()))
  } catch (error) {
    if (error instanceof DataError && unknownTable.includes(error.code)) throw new Error('Analytics disabled')
    throw error
  }
}

/**
 * Events and distinct sessions by Berlin day and type, newest first, of 30 days by default; admins only. A backend
 * without the RPC is queried for its latest events instead, at most 20,000. Throws 'Supabase not
 * configured', 'Analytics disabled' where the backend stores no events, else DataError.
 */
export async function readAnalyticsSummary(
  since: Day = addDays(todayInBerlin(serverNow()), 1 - analyticsSummaryDays),
): Promise<SummaryLine[]> {
  const configured = await runtimeConfig().catch(() => null)
  if (!configured?.publishableKey) throw new Error('Supabase not configured')
  const client = await restClient()
  const { data, error, status } = await client.rpc('get_analytics_summary', { since })
  if (error?.code === unknownFunction) return fromEvents(since)
  if (error) throw failureOf(error, status)
  return data
}
