import { Gauge, type Registry } from 'prom-client'
import type { PushKind } from '../push/push-message.ts'

/** Pending rows, and rows that failed permanently. */
type OutboxCounts = { waiting: number; failed: number }
export type Outboxes = { mails: OutboxCounts; pushes: Record<PushKind, OutboxCounts> }
type Row = { outbox: 'mail' | PushKind } & OutboxCounts

/**
 * Mails are stored for 7 days and retried for 30 hours. Pushes are retried for two hours, so only those of one day are
 * counted, for which there is an index. Pushes that this server has no keys for count as pending, too.
 */
const COUNTS_SQL = `
  select 'mail' as outbox, count(*) filter (where tries < 10)::int as waiting, count(*) filter (where tries >= 10)::int as failed
    from private.mail_outbox where sent_at is null
  union all
  select d.kind, count(*) filter (where q.tries < 8)::int, count(*) filter (where q.tries >= 8)::int
    from private.push_queue q join public.push_devices d on d.id = q.device_id
    where q.sent_at is null and q.created_at > now() - interval '1 day' group by d.kind`

/** Reads the outboxes of a database that this process has open. */
export async function readOutboxes(query: (sql: string) => Promise<Row[]>): Promise<Outboxes> {
  const rows = await query(COUNTS_SQL)
  const of = (outbox: Row['outbox']): OutboxCounts => {
    const { waiting, failed } = rows.find((row) => row.outbox === outbox) ?? { waiting: 0, failed: 0 }
    return { waiting, failed }
  }
  return { mails: of('mail'), pushes: { ios: of('ios'), android: of('android'), web: of('web') } }
}

const pushKinds = ['ios', 'android', 'web'] as const satisfies readonly (keyof Outboxes['pushes'])[]

/** Adds gauges that share one query per scrape. When it fails they are NaN, Prometheus's value for unknown. */
export function addOutboxes(register: Registry, read: () => Promise<Outboxes>): void {
  const unknown = { waiting: Number.NaN, failed: Number.NaN }
  const failed: Outboxes = { mails: unknown, pushes: { ios: unknown, android: unknown, web: unknown } }
  let asked: Promise<Outboxes> | undefined
  const now = () => {
    asked ??= read()
      .catch(() => failed)
      .finally(() => {
        asked = undefined
      })
    return asked
  }
  const mails = (state: keyof OutboxCounts, help: string) =>
    new Gauge({
      name: `hot_mails_${state}`,
      help,
      registers: [register],
      async collect() {
        this.set((await now()).mails[state])
      },
    })
  const pushes = (state: keyof OutboxCounts, help: string) =>
    new Gauge({
      name: `hot_pushes_${state}`,
      help,
      labelNames: ['kind'],
      registers: [register],
      async collect() {
        const found = (await now()).pushes
        for (const kind of pushKinds) this.set({ kind }, found[kind][state])
      },
    })
  mails('waiting', 'Mails in the outbox.')
  mails('failed', 'Mails that were given up within the last 7 days.')
  pushes('waiting', 'Push messages of the last day still to be sent, by the kind of device.')
  pushes('failed', 'Push messages of the last day that were given up, by the kind of device.')
}
