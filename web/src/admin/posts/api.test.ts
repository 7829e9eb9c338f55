import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { adminPostsQuery, forgetPosts, postsFilter } from './api.ts'

type Page = { items: { id: string }[]; next: string | null }

test('a decided post does not come back with the next page of the queue, also with one that is on its way', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { queryKey } = adminPostsQuery(postsFilter({}))
  const pages: Record<string, Page> = {
    first: { items: [{ id: 'a' }, { id: 'b' }], next: 'second' },
    second: { items: [{ id: 'c' }], next: null },
  }
  let arrive = () => {}
  const list = new InfiniteQueryObserver<Page, Error, InfiniteData<Page>, readonly unknown[], string>(client, {
    queryKey,
    queryFn: async ({ pageParam }) => {
      if (pageParam === 'second') await new Promise<void>((resolve) => (arrive = resolve))
      return pages[pageParam] ?? { items: [], next: null }
    },
    initialPageParam: 'first',
    getNextPageParam: ({ next }) => next,
  })
  list.subscribe(() => {})
  const ids = () => list.getCurrentResult().data?.pages.flatMap(({ items }) => items.map(({ id }) => id))
  await expect.poll(ids).toEqual(['a', 'b'])
  const onItsWay = list.fetchNextPage()
  await forgetPosts(client, ['a'])
  arrive()
  await onItsWay
  expect(ids()).toEqual(['b'])
  const again = list.fetchNextPage()
  await Promise.resolve()
  arrive()
  await again
  expect(ids()).toEqual(['b', 'c'])
})
