import { RealtimeClient } from '@supabase/realtime-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserClock } from '#web/platform/device/clock.ts'
import { FakeSocket } from '../../../../tests/support/web/fake-socket.ts'
import { createConnection } from './realtime-connection.ts'
import type { RowChange } from './row-watch.ts'

let token = 'token-1'
let setHidden: (hidden: boolean) => void

async function open(): Promise<RealtimeClient> {
  const client = new RealtimeClient('ws://127.0.0.1/realtime/v1', {
    params: { apikey: 'key' },
    transport: FakeSocket,
    reconnectAfterMs: () => 500,
    heartbeatIntervalMs: 15_000,
    accessToken: async () => token,
  })
  await client.setAuth()
  return client
}

function connect(opener = open) {
  return createConnection({
    open: opener,
    clock: browserClock,
    onVisibility(listener) {
      setHidden = listener
      return () => {}
    },
  })
}

const watches = [{ table: 'notifications', event: 'INSERT', filter: 'user_id=eq.1' }] as const
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

async function joined(connection: ReturnType<typeof connect>) {
  const seen: RowChange[] = []
  const missed = vi.fn()
  const first = vi.fn()
  const leave = connection.watch({
    watches,
    onChange: (change) => seen.push(change),
    onMissed: missed,
    onJoined: first,
  })
  await settle()
  FakeSocket.last.open()
  await settle()
  FakeSocket.last.acceptJoin()
  await settle()
  return { seen, missed, first, leave }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  token = 'token-1'
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('joins with token and bindings, and reports changes of rows', async () => {
  const { seen, missed } = await joined(connect())
  expect(FakeSocket.last.joins()[0]?.[4]).toMatchObject({
    access_token: 'token-1',
    config: {
      postgres_changes: [{ schema: 'public', table: 'notifications', event: 'INSERT', filter: 'user_id=eq.1' }],
    },
  })
  FakeSocket.last.tell('notifications', { id: 'n1' })
  expect(seen).toEqual([{ table: 'notifications', event: 'INSERT', row: { id: 'n1' }, old: {} }])
  expect(missed).not.toHaveBeenCalled()
})

it('shares one socket and closes it after the last unsubscribe', async () => {
  const connection = connect()
  const first = await joined(connection)
  const second = connection.watch({ watches, onChange: () => {} })
  await settle()
  expect(FakeSocket.all).toHaveLength(1)
  first.leave()
  expect(FakeSocket.last.readyState).toBe(1)
  second()
  await settle(1000)
  expect(FakeSocket.last.readyState).toBe(3)
})

it('reconnects after a broken connection and reports a possible gap', async () => {
  const { missed, first } = await joined(connect())
  expect(first).toHaveBeenCalledTimes(1)
  FakeSocket.last.drop()
  await settle(600)
  expect(FakeSocket.all).toHaveLength(2)
  FakeSocket.last.open()
  await settle()
  expect(missed).not.toHaveBeenCalled()
  FakeSocket.last.acceptJoin()
  await settle()
  expect(missed).toHaveBeenCalledTimes(1)
  expect(first).toHaveBeenCalledTimes(1)
})

it('joins again when the server ends the channel', async () => {
  const { missed } = await joined(connect())
  FakeSocket.last.closeChannel()
  token = 'token-2'
  await settle(600)
  expect(FakeSocket.all).toHaveLength(1)
  expect(FakeSocket.last.joins()).toHaveLength(2)
  expect(FakeSocket.last.joins()[1]?.[4]).toMatchObject({ access_token: 'token-2' })
  FakeSocket.last.acceptJoin()
  await settle()
  expect(missed).toHaveBeenCalledTimes(1)
})

it('passes a renewed token to the server', async () => {
  await joined(connect())
  token = 'token-2'
  await settle(16_000)
  const sentTokens = FakeSocket.last.sent.filter(([, , , event]) => event === 'access_token')
  expect(sentTokens.map(([, , , , payload]) => payload)).toMatchObject([{ access_token: 'token-2' }])
})

it('closes the socket while the tab is hidden for long, and reports a possible gap', async () => {
  const { missed } = await joined(connect())
  setHidden(true)
  await settle(30_000)
  setHidden(false)
  await settle(60_000)
  expect(FakeSocket.all).toHaveLength(1)

  setHidden(true)
  await settle(61_000)
  expect(FakeSocket.last.readyState).toBe(3)
  setHidden(false)
  await settle()
  FakeSocket.last.open()
  await settle()
  FakeSocket.last.acceptJoin()
  await settle()
  expect(FakeSocket.all).toHaveLength(2)
  expect(missed).toHaveBeenCalledTimes(1)
})

it('reports ten changes a second, and a possible gap beyond that', async () => {
  const { seen, missed } = await joined(connect())
  for (let id = 1; id <= 25; id++) FakeSocket.last.tell('notifications', { id })
  expect(seen).toHaveLength(10)
  await settle(1000)
  FakeSocket.last.tell('notifications', { id: 26 })
  expect(seen).toHaveLength(11)
  await settle(2000)
  expect(missed).toHaveBeenCalledTimes(1)
})

it('reads again once, at a moment of its own, when a crowd is told that something changed', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { seen, missed } = await joined(connect())
  expect(FakeSocket.last.joins()[0]?.[4]).toMatchObject({ config: { postgres_changes_options: { gather: true } } })
  FakeSocket.last.gathered(20_000)
  await settle(1000)
  FakeSocket.last.gathered(20_000)
  FakeSocket.last.tell('notifications', { id: 1 })
  expect(seen).toHaveLength(1)
  await settle(8999)
  expect(missed).not.toHaveBeenCalled()
  await settle(1)
  expect(missed).toHaveBeenCalledTimes(1)
  await settle(20_000)
  expect(missed).toHaveBeenCalledTimes(1)
})

it('asks from time to time while the server takes no socket, and not once it does', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const missed = vi.fn()
  connect().watch({ watches, onChange: () => {}, onMissed: missed })
  await settle()
  for (let tries = 0; tries < 180; tries++) {
    FakeSocket.last.drop()
    await settle(500)
  }
  expect(missed).toHaveBeenCalledTimes(2)
  FakeSocket.last.open()
  await settle()
  FakeSocket.last.acceptJoin()
  await settle(100_000)
  expect(missed).toHaveBeenCalledTimes(2)
})

it('retries when it cannot be opened', async () => {
  const opener = vi.fn(open).mockRejectedValueOnce(new Error('no session'))
  connect(opener).watch({ watches, onChange: () => {} })
  await settle(600)
  expect(opener).toHaveBeenCalledTimes(2)
  expect(FakeSocket.all).toHaveLength(1)
})
