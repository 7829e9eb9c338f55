import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '../database/engine.ts'
import type { PublishedTable } from './publication.ts'
import { Channel, Subscriptions } from './subscriptions.ts'
import { newsOfTable } from './table-changes.ts'

const column = {
  name: 'id',
  type: 'int8',
  sqlType: 'bigint',
  comparison: 'number',
  readers: ['authenticated'],
} as const
const table: PublishedTable = {
  schema: 'public',
  name: 'notes',
  sql: '"public"."notes"',
  key: [column],
  columns: [column],
  open: [],
  decidedOnce: true,
}

/** Every row is there; `decided` is what the policies say of it without looking at who asks, null when they have to. */
function database(decided: boolean | null) {
  const asked: string[] = []
  const session = {
    exec: async () => [],
    query: async (sql: string, params: readonly (readonly string[])[]) => {
      if (sql.includes('"decide ')) {
        asked.push('all')
        return { rows: decided === null ? [] : params[0]?.map((_, at) => ({ decided: at + 1, shown: decided })) }
      }
      if (sql.includes('"see ')) {
        asked.push(`${params[0]?.length}`)
        return { rows: params[0]?.map((claims, at) => ({ who: at + 1, seen: claims.includes('m1') ? [1] : null })) }
      }
      return { rows: params[0]?.map((id, at) => ({ n: at + 1, authenticated: `{"id":${id}}` })) }
    },
  } as unknown as Session
  return { session, asked }
}

function room(given: PublishedTable = table) {
  const subscriptions = new Subscriptions([given])
  const frames = new Map<string, Buffer[]>()
  const join = (sub: string, gathers = false, topic = 'realtime:a') => {
    const caller = { role: 'authenticated', claims: JSON.stringify({ sub }), sub } as const
    const heard: Buffer[] = []
    frames.set(sub, heard)
    const push = { own: () => {}, shared: (frame: Buffer) => void heard.push(frame) }
    const channel = new Channel({ version: '2.0.0', joinRef: '1', topic, caller }, push, () => {})
    channel.gathers = gathers
    subscriptions.add(channel, [{ id: 5, event: '*', schema: 'public', table: 'notes' }])
    return channel
  }
  const change = async (session: Session, id: string) => {
    const news = { operation: 'INSERT', key: [id], at: '2026-01-01T00:00:00Z' } as const
    const tell = await newsOfTable(session, { owner: 'app_owner', crowd: 3 }, given, subscriptions.of(given), [news])
    tell()
  }
  /** What each has heard: the ids of rows, or the message of the system. */
  const heard = (sub: string) =>
    (frames.get(sub) ?? []).map((frame) => {
      const [, , , event, payload] = JSON.parse(frame.toString())
      return event === 'system' ? payload.message : payload.data.record.id
    })
  return { join, change, heard, frames }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['is asked once for all, if its answer is the same for all', true, ['all'], [[1], [1], [1]]],
  ['is asked once for all, if nobody sees the row', false, ['all'], [[], [], []]],
  ['is asked for each, if the answer depends on who asks', null, ['all', '3'], [[1], [], []]],
])('a policy %s', async (_, decided, statements, told) => {
  const { join, change, heard } = room()
  for (const sub of ['m1', 'm2', 'm3']) join(sub)
  const { session, asked } = database(decided)
  await change(session, '1')
  expect(asked).toEqual(statements)
  expect(['m1', 'm2', 'm3'].map(heard)).toEqual(told)
})

test('a table that does not allow it, and a row that few want, are asked about for each', async () => {
  const { session, asked } = database(true)
  const closed = room({ ...table, decidedOnce: false })
  for (const sub of ['m1', 'm2', 'm3']) closed.join(sub)
  await closed.change(session, '1')
  const small = room()
  small.join('m1')
  await small.change(session, '1')
  expect(asked).toEqual(['3', '1'])
})

test('a frame is written once for all who asked the same', async () => {
  const { join, change, frames } = room()
  join('m1')
  join('m2')
  join('m3', false, 'realtime:b')
  await change(database(true).session, '1')
  const [first, second, third] = ['m1', 'm2', 'm3'].map((sub) => frames.get(sub)?.[0])
  expect(first).toBe(second)
  expect(third?.toString()).toBe(first?.toString().replace('realtime:a', 'realtime:b'))
})

test('of many changes that a crowd reads it is told one a second, and once that there were others; whoever did not agree, each', async () => {
  const { join, change, heard } = room()
  const { session } = database(true)
  const crowd = [join('m1', true), join('m2', true), join('m3')]
  const second = () => {
    vi.advanceTimersByTime(1_000)
    for (const channel of crowd) channel.tellGathered()
  }
  for (const id of ['1', '2', '3']) await change(session, id)
  expect(['m1', 'm2', 'm3'].map(heard)).toEqual([[1], [1], [1, 2, 3]])
  second()
  for (const id of ['4', '5']) await change(session, id)
  second()
  expect(heard('m1')).toEqual([1, 'Changed', 'Changed'])
  second()
  await change(session, '6')
  expect(heard('m1')).toEqual([1, 'Changed', 'Changed', 6])
  expect(heard('m3')).toEqual([1, 2, 3, 4, 5, 6])
})

test('a few are told of every change', async () => {
  const { join, change, heard } = room()
  const { session } = database(true)
  for (const sub of ['m1', 'm2']) join(sub, true)
  for (const id of ['1', '2']) await change(session, id)
  expect(heard('m1')).toEqual([1, 2])
})
