import type { PushKind } from '../push/push-message.ts'

/** Rows that are still to be sent, and rows that were given up. */
export type Outbox = { waiting: number; failed: number }
export type Outboxes = { mails: Outbox; pushes: Record<PushKind, Outbox> }
type Row = { outbox: 'mail' | PushKind } & Outbox

/**
 * Mails are kept for 7 days and tried for 30 hours; pushes are tried for two hours, so of those a day says how it goes, and its
 * index spares counting a week. Pushes for which this server has no keys wait, too.
 */
const figures = `
  select 'mail' as outbox, count(*) filter (where tries < 10)::int as waiting, count(*) filter (where tries >= 10)::int as failed
    from private.mail_outbox where sent_at is null
  union all
  select d.kind, count(*) filter (where q.tries < 8)::int, count(*) filter (where q.tries >= 8)::int
    from private.push_queue q join public.push_devices d on d.id = q.device_id
    where q.sent_at is null and q.created_at > now() - interval '1 day' group by d.kind`

/** Reads the outboxes of a database that this process has open. */
export async function readOutboxes(query: (sql: string) => Promise<Row[]>): Promise<Outboxes> {
  const rows = await query(figures)
  const of = (outbox: Row['outbox']): Outbox => {
    const { waiting, failed } = rows.find((row) => row.outbox === outbox) ?? { waiting: 0, failed: 0 }
    return { waiting, failed }
  }
  return { mails: of('mail'), pushes: { ios: of('ios'), android: of('android'), web: of('web') } }
}
