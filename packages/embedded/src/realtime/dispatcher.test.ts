import { expect, test } from 'vitest'
import type { Engine } from '../database/engine.ts'
import type { Notice } from './change-queue.ts'
import { Dispatcher } from './dispatcher.ts'
import type { Subscriber } from './listeners.ts'
import type { PublishedTable } from './publication.ts'
import { Subscriptions } from './subscriptions.ts'

const column = {
  name: 'id',
  type: 'int4',
  sqlType: 'integer',
  comparison: 'number',
  readers: ['authenticated'],
} as const
/** Every row is readable, so a deletion is reported without a query. */
const table: PublishedTable = {
  schema: 'public',
  name: 'notes',
  sql: '"public"."notes"',
  key: [column],
  columns: [column],
  open: ['authenticated'],
}

/** A channel on the table, and a dispatcher whose check of the sessions the test controls. */
function listening(onAuth: () => Promise<void>) {
  const subscriptions = new Subscriptions([table])
  const told: string[] = []
  let isOpen = true
  const read = Promise.withResolvers<void>()
  const engine = {
    session: async (work: (session: unknown) => Promise<unknown>) => {
      const news = await work({ exec: async () => [], query: async () => ({ rows: [] }) })
      read.resolve()
      return news
    },
  } as unknown as Engine
  const subscriber: Subscriber = {
    caller: { role: 'authenticated', claims: '{}', sub: 'a', sessionId: 's' },
    delivered: { add: () => {}, take: () => false },
    change: () => void (isOpen && told.push('told')),
    missed: () => told.push('look again'),
  }
  subscriptions.add(subscriber, [{ id: 1, event: '*', schema: 'public', table: 'notes' }])
  const dispatcher = new Dispatcher({ engine, owner: 'app_owner', crowd: 500, subscriptions, onAuth, log: () => {} })
  const endChannel = () => {
    isOpen = false
  }
  return { dispatcher, told, endChannel, read: read.promise }
}

const sessionsEnded: Notice = { kind: 'auth' }
const deleted = (id: number): Notice => ({
  kind: 'rows',
  schema: 'public',
  table: 'notes',
  operation: 'DELETE',
  keys: [[String(id)]],
})

test('changes after the end of a session are sent only after its channels are closed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { dispatcher, told, endChannel, read } = listening(async () => {
    await promise
    endChannel()
  })
  dispatcher.told([sessionsEnded])
  dispatcher.told([deleted(1)])
  await read
  resolve()
  await dispatcher.stop()
  expect(told).toEqual([])
})

test('if sessions cannot be checked, every channel is told to refetch', async () => {
  const { dispatcher, told } = listening(() => Promise.reject(new Error('away')))
  dispatcher.told([deleted(1), sessionsEnded])
  await expect.poll(() => told).toEqual(['look again'])
  await dispatcher.stop()
})
