/**
 * JavaScript of one change for many readers of one table, in one process, without database and network: finding who wants
 * the row, deciding who may see it, writing the frame. CPU time, so other load matters little.
 */
import type { Session } from '@hot/embedded/database/engine'
import type { Version } from '@hot/embedded/realtime/frames'
import type { PublishedTable } from '@hot/embedded/realtime/publication'
import { Channel, Subscriptions } from '@hot/embedded/realtime/subscriptions'
import { newsOfTable } from '@hot/embedded/realtime/table-changes'

const EVENTS = 30
export const post = '30000000-0000-4000-8000-000000000001'

const column = (name: string) =>
  ({ name, type: 'uuid', sqlType: 'uuid', comparison: 'text', readers: ['authenticated'] }) as const
export const table: PublishedTable = {
  schema: 'public',
  name: 'comments',
  sql: 'public.comments',
  key: [column('id')],
  columns: [column('id'), column('post_id'), column('content')],
  open: [],
  decidedOnce: true,
}

/** One row that everybody may see. */
export function fakedDatabase(columns: readonly string[]): Session {
  const record = JSON.stringify({ id: post, post_id: post, content: 'Das sehe ich anders. '.repeat(10) })
  const values = Object.fromEntries(columns.map((_, at) => [`f${at}`, post]))
  return {
    exec: async () => [],
    query: async (sql: string, params: readonly unknown[] = []) => {
      if (sql.includes('"decide ')) return { rows: [{ decided: 1, shown: true }], affected: 1 }
      if (!sql.includes('"see ')) return { rows: [{ n: 1, ...values, authenticated: record }], affected: 1 }
      const asked = params[0] as readonly string[]
      return { rows: asked.map((_, at) => ({ who: at + 1, seen: [1] })), affected: asked.length }
    },
  } as unknown as Session
}

/** Readers of this post: each is another member, on one of a few topics, as pages that were opened after another have. */
function opened(subscriptions: Subscriptions, count: number, of: (at: number) => string, sent: () => void): void {
  for (let at = 0; at < count; at++) {
    const sub = `10000000-0000-4000-8000-${String(at).padStart(12, '0')}`
    const caller = {
      role: 'authenticated',
      claims: JSON.stringify({ role: 'authenticated', sub }),
      sub,
      expires: 4e9,
    } as const
    const address = { version: '2.0.0' as Version, topic: `realtime:rows-${at % 20}`, joinRef: String(at % 20) }
    const channel = new Channel({ ...address, caller }, { own: () => {}, shared: sent }, () => {})
    const filter = `post_id=eq.${of(at)}`
    subscriptions.add(channel, [{ id: 7, event: '*', schema: 'public', table: 'comments', filter }])
  }
}

async function measure(readers: number, elsewhere: number, decidedOnce: boolean): Promise<void> {
  const published = { ...table, decidedOnce }
  const subscriptions = new Subscriptions([published])
  let messages = 0
  opened(
    subscriptions,
    readers,
    () => post,
    () => messages++,
  )
  opened(
    subscriptions,
    elsewhere,
    (at) => `40000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    () => messages++,
  )
  const listeners = subscriptions.of(published)
  const session = fakedDatabase(listeners.columns)
  const times: number[] = []
  for (let event = 0; event < EVENTS; event++) {
    const began = process.cpuUsage()
    const change = { operation: 'INSERT', key: [post], at: '2026-01-01T00:00:00Z' } as const
    const tell = await newsOfTable(session, { owner: 'app_owner', crowd: 500 }, published, listeners, [change])
    tell()
    const { user, system } = process.cpuUsage(began)
    times.push((user + system) / 1_000)
  }
  times.sort((a, b) => a - b)
  const way = decidedOnce ? 'decided once' : 'each asked'
  const median = times[EVENTS / 2]?.toFixed(1)
  console.info(
    `${readers} readers, ${elsewhere} elsewhere, ${way}: ${median} ms an event (${messages / EVENTS} messages)`,
  )
}

export async function benchReaders(): Promise<void> {
  for (const readers of [10, 1_000, 10_000]) for (const decided of [false, true]) await measure(readers, 0, decided)
  await measure(10, 10_000, true)
}
