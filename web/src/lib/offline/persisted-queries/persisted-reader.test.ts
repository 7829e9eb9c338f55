import { persistedLimits } from '@hot/domain/network/persisted-queries'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { cameBack } from '#web/lib/api/backend-reachable.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { type PersistedRecord, type PersistedStore, persistedReader } from './persisted-reader.ts'

const key = ['posts', 'one', 'rumor']
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

/** A device with a store that survives app starts. */
function device() {
  const records = new Map<string, PersistedRecord>()
  const store: PersistedStore = {
    get: async (hash) => records.get(hash),
    set: async (hash, record) => void records.set(hash, record),
    remove: async (hashes) => hashes.forEach((hash) => void records.delete(hash)),
    all: async () => [...records],
    clear: async () => records.clear(),
  }
  const state = { owner: 'anna', build: 'b1', now: 1_800_000_000_000, online: true, answers: true }
  /** A new app start, with the backend's current answer. */
  const start = (queryFn: () => Promise<unknown>) => {
    const { build } = state
    const reader = persistedReader({
      store,
      owner: () => state.owner,
      build,
      now: () => state.now,
      online: () => state.online,
      reportAnswer: (came) => Object.assign(state, { answers: came }),
      cameBack,
    })
    const client = new QueryClient({ defaultOptions: { queries: { persister: reader, retry: false } } })
    const open = (queryKey: readonly unknown[] = key, personal = false) =>
      client.ensureQueryData({ queryKey, queryFn, meta: { personal } })
    return { client, open }
  }
  return { records, state, store, start }
}
const away = () => Promise.reject(new DataError('', 0, 'TypeError: fetch failed'))
const says = (data: unknown) => () => Promise.resolve(data)

test('a read answer is available at the next start, without a network or request', async () => {
  const { state, start } = device()
  await start(says({ title: 'alt' })).open()
  await soon()
  state.online = false
  const asked = vi.fn(away)
  expect(await start(asked).open()).toEqual({ title: 'alt' })
  await soon()
  expect(asked).not.toHaveBeenCalled()
})

test('with a network it is shown at once and refetched in the background, however slow the backend', async () => {
  const { start } = device()
  await start(says('alt')).open()
  await soon()
  let answer = (_: string) => {}
  const { open, client } = start(() => new Promise((resolve) => (answer = resolve)))
  expect(await open()).toBe('alt')
  await soon()
  expect(client.isFetching()).toBe(1)
  answer('neu')
  await soon()
  expect(client.getQueryData(key)).toBe('neu')
  expect(await start(away).open()).toBe('neu')
})

test('removed content disappears from screen and device', async () => {
  const { records, start } = device()
  await start(says('alt')).open()
  await soon()
  const { open, client } = start(says(null))
  await open()
  await soon()
  expect(client.getQueryData(key)).toBeNull()
  expect(records.size).toBe(0)
})

test('without an answer the record stays on screen, and the backend counts as silent', async () => {
  const { state, start } = device()
  await start(says('alt')).open()
  await soon()
  const { open, client } = start(away)
  await open()
  await soon()
  expect(client.getQueryData(key)).toBe('alt')
  expect(state.answers).toBe(false)
  await client.refetchQueries()
  const refusing = start(() => Promise.reject(new DataError('42501', 403, 'no')))
  await expect(refusing.open(['posts', 'hot'])).rejects.toThrow('no')
  expect(state.answers).toBe(true)
})

test.each([
  ['another member', { owner: 'bert' }],
  ['a guest', { owner: '' }],
  ['another build', { build: 'b2' }],
  ['a week later', { now: 1_800_000_000_000 + persistedLimits.ageMs }],
])('%s does not see it, and it is deleted', async (_, change) => {
  const { records, state, start } = device()
  await start(says('alt')).open()
  await soon()
  Object.assign(state, change)
  await expect(start(away).open()).rejects.toThrow('fetch failed')
  expect(records.size).toBe(0)
})

test('an answer that arrives after signing out is not stored', async () => {
  const { records, state, start } = device()
  let answer = (_: string) => {}
  const reading = start(() => new Promise((resolve) => (answer = resolve))).open()
  await soon()
  state.owner = ''
  answer('von anna')
  await reading
  await soon()
  expect(records.size).toBe(0)
})

test('personal, unlisted and too large answers are not stored; of a list only the first pages', async () => {
  const { records, start } = device()
  await start(says('x')).open(key, true)
  await start(says('x')).open(['account', 'anna'])
  await start(says('x'.repeat(persistedLimits.entrySize))).open()
  await soon()
  expect(records.size).toBe(0)
  await start(says({ pages: [1, 2, 3, 4], pageParams: [null, 'a', 'b', 'c'] })).open()
  await soon()
  expect([...records.values()][0]?.text).toBe('{"pages":[1,2],"pageParams":[null,"a"]}')
})

test('a store that does not answer or fails is ignored', async () => {
  const { store, start } = device()
  store.get = () => new Promise(() => {})
  expect(await start(says('neu')).open()).toBe('neu')
  store.get = () => Promise.reject(new Error('blocked'))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(await start(says('neu')).open()).toBe('neu')
})
