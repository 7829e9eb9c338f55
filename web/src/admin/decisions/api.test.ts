import type { PendingDecision } from '@hot/domain/contract/admin/decisions'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { pendingQuery, refreshDecided } from './api.ts'

vi.mock('#web/lib/api/rpc/rpc.ts', () => ({ rpc: vi.fn() }))
const asked = vi.mocked(rpc)

const waiting = (id: string) => ({ id, state: 'waiting' }) as PendingDecision
const pending = (...ids: string[]) => asked.mockResolvedValueOnce({ items: ids.map(waiting) })

/** A list on the screen, which counts how often it was read. */
function shownList(client: QueryClient) {
  const read = vi.fn(async () => 'comments')
  const list = new QueryObserver(client, { queryKey: ['admin', 'me', 'comments'], queryFn: read, staleTime: Infinity })
  onTestFinished(list.subscribe(() => {}))
  return read
}

test('what the database carried out by itself is read anew by the lists that left it out, once', async () => {
  const client = new QueryClient()
  const read = shownList(client)
  const query = pendingQuery('me')
  pending('first', 'second')
  await client.fetchQuery(query)
  pending('first', 'second')
  await client.fetchQuery(query)
  expect(read).toHaveBeenCalledTimes(1)
  pending('second')
  await client.fetchQuery(query)
  expect(read).toHaveBeenCalledTimes(2)
  pending('second')
  await client.fetchQuery(query)
  expect(read).toHaveBeenCalledTimes(2)
})

test('what was carried out from here is read once', async () => {
  const client = new QueryClient()
  const read = shownList(client)
  const query = pendingQuery('me')
  onTestFinished(new QueryObserver(client, { ...query, enabled: false }).subscribe(() => {}))
  pending('first')
  await client.fetchQuery(query)
  pending()
  await refreshDecided(client, 'me', ['first'])
  await client.fetchQuery({ ...query, staleTime: Infinity })
  expect(read).toHaveBeenCalledTimes(2)
})
