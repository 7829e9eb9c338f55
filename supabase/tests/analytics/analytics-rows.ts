import type { Harness } from '../support/harness.ts'

/** An event as stored; `daysAgo` counts from now, `hour` is Berlin's wall clock of that day. */
export type Row = {
  type: string
  session?: string
  user?: string
  path?: string
  target?: string
  metadata?: object
  daysAgo: number
  hour?: number
}

/** Puts events into the months in which they would have arrived. */
export async function insertEvents(t: Harness, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const at = `(((private.berlin_day(now()) - ${row.daysAgo})::timestamp + interval '${row.hour ?? 0} hours') at time zone 'Europe/Berlin')`
    const month = `date_trunc('month', ${at} at time zone 'utc')::date`
    await t.owner(`select private.make_analytics_partition(${month})`)
    await t.owner(
      `insert into public.analytics_events (event_type, session_id, user_id, page_path, target_id, metadata, created_at, month)
       values ($1, $2, $3, $4, $5, $6, ${at}, ${month})`,
      [row.type, row.session ?? null, row.user ?? null, row.path ?? null, row.target ?? null, row.metadata ?? {}],
    )
  }
}
