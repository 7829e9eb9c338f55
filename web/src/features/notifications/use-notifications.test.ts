import { accountNotification } from '@hot/domain/contract/account/account'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notificationsQuery, unreadKey } from '#web/entities/notification/api.ts'
import { allOf, notificationCache, type Pages } from '#web/entities/notification/notification-cache.ts'
import type { RowChange } from '#web/lib/realtime/row-watch.ts'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { followNotifications } from './use-notifications.ts'

const item = (id: string, read = false) => exampleOf(accountNotification, { id, read })

function follow() {
  const client = new QueryClient()
  const key = notificationsQuery('me', { unread: false, size: 8 }).queryKey
  client.setQueryData<Pages>(key, { pages: [{ items: [item('a')], next: null }], pageParams: [null] })
  client.setQueryData(unreadKey('me'), 1)
  let tell: (change: RowChange) => void = () => {}
  let miss = () => {}
  let join = () => {}
  const watched: unknown[] = []
  const leaving = new Set<() => Promise<void>>()
  const fetchNewest = vi.fn(async () => ({ items: [item('b'), item('a')], next: 'more' }))
  const announced: string[] = []
  const decided = vi.fn()
  const following = followNotifications({
    userId: 'me',
    cache: notificationCache(client, 'me'),
    watch(watches, onChange, onMissed, onJoined) {
      join = onJoined ?? join
      watched.push(...watches)
      tell = onChange
      miss = onMissed ?? miss
      return () => watched.splice(0)
    },
    beforeSignOut(act) {
      leaving.add(act)
      return () => leaving.delete(act)
    },
    fetchNewest,
    decided,
    announce: ({ id }) => announced.push(id),
  })
  const row = (id: string, over: object = {}) =>
    tell({ table: 'notifications', event: 'INSERT', row: { id, type: 'mention', read: false, ...over }, old: {} })
  const changed = (id: string, over: object) =>
    tell({ table: 'notifications', event: 'UPDATE', row: { id, type: 'mention', read: false, ...over }, old: {} })
  const stale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated
  const shown = () => allOf(client.getQueryData<Pages>(key) ?? { pages: [], pageParams: [] })
  return {
    ...{ client, following, fetchNewest, decided, announced, watched, leaving, row, changed, stale, shown, key },
    miss: () => miss(),
    join: () => join(),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const settle = () => vi.advanceTimersByTimeAsync(150)

it('watches rows of this member only', () => {
  expect(follow().watched).toEqual([
    { table: 'notifications', event: 'INSERT', filter: 'user_id=eq.me' },
    { table: 'notifications', event: 'UPDATE', filter: 'user_id=eq.me' },
  ])
})

it('adds new ones to the list, counts again and shows a toast; several at once are one request', async () => {
  const { row, shown, announced, fetchNewest, stale } = follow()
  row('b')
  row('c')
  await settle()
  expect(fetchNewest).toHaveBeenCalledTimes(1)
  expect(shown().map(({ id }) => id)).toEqual(['b', 'a'])
  expect(announced).toEqual(['b'])
  expect(stale(unreadKey('me'))).toBe(true)
})

it('marks what was read elsewhere, without a toast', async () => {
  const { row, shown, announced, fetchNewest } = follow()
  row('a', { read: true })
  await settle()
  expect(shown().map(({ read }) => read)).toEqual([true])
  expect(fetchNewest).not.toHaveBeenCalled()
  expect(announced).toEqual([])
})

it('ignores reply_to_comment', async () => {
  const { row, fetchNewest, stale } = follow()
  row('r', { type: 'reply_to_comment' })
  await settle()
  expect(fetchNewest).not.toHaveBeenCalled()
  expect(stale(unreadKey('me'))).toBe(false)
})

it('fetches everything again after something may have been missed', () => {
  const { miss, stale, key } = follow()
  miss()
  expect(stale(key)).toBe(true)
  expect(stale(unreadKey('me'))).toBe(true)
})

it('counts again when it starts, without a toast about older ones', async () => {
  const { join, announced, stale } = follow()
  join()
  await settle()
  expect(stale(unreadKey('me'))).toBe(true)
  expect(announced).toEqual([])
})

it('logs a failure and continues', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { row, fetchNewest, shown } = follow()
  fetchNewest.mockRejectedValueOnce(new Error('offline'))
  row('b')
  await settle()
  expect(log).toHaveBeenCalled()
  row('b')
  await settle()
  expect(shown().map(({ id }) => id)).toEqual(['b', 'a'])
})

it('is silent once it has stopped', async () => {
  const { row, following, fetchNewest, watched } = follow()
  row('b')
  following.stop()
  await settle()
  expect(fetchNewest).not.toHaveBeenCalled()
  expect(watched).toEqual([])
})

it('stops counting before the member signs out, because the request would be refused', async () => {
  const { client, join, leaving, following, stale } = follow()
  const given: AbortSignal[] = []
  const counting = client.fetchQuery({
    queryKey: unreadKey('me'),
    queryFn: ({ signal }) => new Promise<number>(() => given.push(signal)),
  })
  join()
  await Promise.all([expect(counting).resolves.toBe(1), ...[...leaving].map((act) => act())])
  expect(given.map(({ aborted }) => aborted)).toEqual([true])
  await settle()
  expect(stale(unreadKey('me'))).toBe(false)
  following.stop()
  expect(leaving.size).toBe(0)
})

it.each([
  ['post_approved', 1],
  ['post_rejected', 1],
  ['rumor_status_update', 1],
  ['mention', 0],
])('%s refreshes the member’s own pages %i times', (type, times) => {
  const { row, decided } = follow()
  row('b', { type })
  expect(decided).toHaveBeenCalledTimes(times)
})

it('takes out what was withdrawn and counts again, without announcing anything', async () => {
  const { changed, shown, stale, announced, fetchNewest } = follow()
  changed('a', { read: true, actors_count: 0 })
  await settle()
  expect([shown(), stale(unreadKey('me')), announced]).toEqual([[], true, []])
  expect(fetchNewest).not.toHaveBeenCalled()
})
