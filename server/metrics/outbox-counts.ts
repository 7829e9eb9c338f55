import { Gauge, type Registry } from 'prom-client'
import type { PushKind } from '../push/push-message.ts'

/** Pending rows, rows that failed permanently, and how long the oldest pending one waits. */
type OutboxCounts = { waiting: number; failed: number; oldestSeconds: number }
/** `accounts`: mails of accounts, which have a queue of their own. */
export type Outboxes = { mails: OutboxCounts; accounts: OutboxCounts; pushes: Record<PushKind, OutboxCounts> }
type Row = { outbox: 'mail' | PushKind } & OutboxCounts

/**
 * Mails are stored for 7 days and retried for 17 hours. Pushes are retried for two hours, so only those of one day are
 * counted, for which there is an index. Pushes that this server has no keys for count as pending, too.
 */
const COUNTS_SQL = `
  select 'mail' as outbox, count(*) filter (where tries < 10)::int as waiting, count(*) filter (where tries >= 10)::int as failed,
      coalesce(extract(epoch from now() - min(created_at) filter (where tries < 10)), 0)::float8 as "oldestSeconds"
    from private.mail_outbox where sent_at is null
  union all
  select d.kind, count(*) filter (where q.tries < 8)::int, count(*) filter (where q.tries >= 8)::int,
      coalesce(extract(epoch from now() - min(q.created_at) filter (where q.tries < 8)), 0)::float8
    from private.push_queue q join public.push_devices d on d.id = q.device_id
    where q.sent_at is null and q.created_at > now() - interval '1 day' group by d.kind`

const none: OutboxCounts = { waiting: 0, failed: 0, oldestSeconds: 0 }

/** Reads the outboxes of a database that this process has open. */
export async function readOutboxes(
  query: (sql: string) => Promise<Row[]>,
  accounts: () => Promise<OutboxCounts>,
): Promise<Outboxes> {
  const [rows, mailsOfAccounts] = await Promise.all([query(COUNTS_SQL), accounts()])
  const of = (outbox: Row['outbox']): OutboxCounts => {
    const { waiting, failed, oldestSeconds } = rows.find((row) => row.outbox === outbox) ?? none
    return { waiting, failed, oldestSeconds }
  }
  return {
    mails: of('mail'),
    accounts: mailsOfAccounts,
    pushes: { ios: of('ios'), android: of('android'), web: of('web') },
  }
}

/** All mails that wait to be sent. */
export const waitingMails = ({ mails, accounts }: Outboxes): number => mails.waiting + accounts.waiting

const pushKinds = ['ios', 'android', 'web'] as const satisfies readonly (keyof Outboxes['pushes'])[]

/** Adds gauges that share their queries within a scrape. When those fail they are NaN, Prometheus's value for unknown. */
export function addOutboxes(register: Registry, read: () => Promise<Outboxes>): void {
  const unknown = { waiting: Number.NaN, failed: Number.NaN, oldestSeconds: Number.NaN }
  const pushesUnknown = { ios: unknown, android: unknown, web: unknown }
  const failed: Outboxes = { mails: unknown, accounts: unknown, pushes: pushesUnknown }
  let asked: Promise<Outboxes> | undefined
  const now = () => {
    asked ??= read()
      .catch(() => failed)
      .finally(() => {
        asked = undefined
      })
    return asked
  }
  const gauge = (name: string, help: string, value: (outboxes: Outboxes) => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.set(value(await now()))
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
  gauge('hot_mails_waiting', 'Mails in the outbox.', ({ mails }) => mails.waiting)
  gauge('hot_mails_oldest_seconds', 'How long the oldest of them has waited.', ({ mails }) => mails.oldestSeconds)
  gauge('hot_mails_failed', 'Mails that were given up within the last 7 days.', ({ mails }) => mails.failed)
  gauge('hot_account_mails_waiting', 'Mails of accounts in their queue.', ({ accounts }) => accounts.waiting)
  gauge(
    'hot_account_mails_oldest_seconds',
    'How long the oldest of them has waited.',
    ({ accounts }) => accounts.oldestSeconds,
  )
  gauge(
    'hot_account_mails_failed',
    'Mails of accounts that were refused or came too late within the last 7 days.',
    ({ accounts }) => accounts.failed,
  )
  pushes('waiting', 'Push messages of the last day still to be sent, by the kind of device.')
  pushes('failed', 'Push messages of the last day that were given up, by the kind of device.')
}
