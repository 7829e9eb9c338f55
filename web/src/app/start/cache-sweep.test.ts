import { cacheTiers } from '@hot/domain/network/cache-policy'
import { staleMs } from '@hot/domain/network/query-policy'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { sweepCache } from './cache-sweep.ts'

test('above the limit the oldest entries of a cache are dropped, never those on screen', () => {
  const client = new QueryClient()
  const { entries } = cacheTiers.profiles
  for (let at = 0; at < entries + 2; at++)
    client.setQueryData(['profiles', 'one', at], { at }, { updatedAt: 1_800_000_000_000 + at })
  client.setQueryData(['site', 'shell'], {}, { updatedAt: 1 })
  const leave = new QueryObserver(client, { queryKey: ['profiles', 'one', 0], enabled: false }).subscribe(() => {})
  sweepCache(client, 1_800_000_000_000)
  const held = (at: number) => client.getQueryData(['profiles', 'one', at]) !== undefined
  expect([0, 1, 2, 3].map(held)).toEqual([true, false, false, true])
  expect(client.getQueryCache().findAll({ queryKey: ['profiles'] })).toHaveLength(entries)
  expect(client.getQueryData(['site', 'shell'])).toEqual({})
  leave()
  client.clear()
})

test('stars and formats are dropped an hour after they were read, however often they were used, but not on screen', () => {
  const client = new QueryClient()
  const now = 1_800_000_000_000
  const keys = [
    ['stars', 'one', 'old'],
    ['formats', 'list'],
    ['stars', 'one', 'on-screen'],
    ['charts', 'old'],
  ]
  for (const key of keys) client.setQueryData(key, {}, { updatedAt: now - staleMs.stars - 1 })
  client.setQueryData(['formats', 'one', 'stale'], {}, { updatedAt: now - staleMs.formats })
  const leave = new QueryObserver(client, { queryKey: keys[2] ?? [], enabled: false }).subscribe(() => {})
  sweepCache(client, now)
  const left = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey.join(' '))
  expect(left.toSorted()).toEqual(['charts old', 'formats one stale', 'stars one on-screen'])
  leave()
  client.clear()
})
