import { cacheTiers } from '@hot/domain/network/cache-policy'
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
  sweepCache(client)
  const held = (at: number) => client.getQueryData(['profiles', 'one', at]) !== undefined
  expect([0, 1, 2, 3].map(held)).toEqual([true, false, false, true])
  expect(client.getQueryCache().findAll({ queryKey: ['profiles'] })).toHaveLength(entries)
  expect(client.getQueryData(['site', 'shell'])).toEqual({})
  leave()
  client.clear()
})
