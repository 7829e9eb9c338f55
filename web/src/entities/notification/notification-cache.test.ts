import { type AccountNotification, accountNotification } from '@hot/domain/contract/account/account'
import { expect, it } from 'vitest'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { allOf, type Pages, withNewest, withRead } from './notification-cache.ts'

const item = (id: string, over: Partial<AccountNotification> = {}) => exampleOf(accountNotification, { id, ...over })
const shown = (...pages: string[][]): Pages => ({
  pages: pages.map((ids, index) => ({ items: ids.map((id) => item(id)), next: index < pages.length - 1 ? 'x' : null })),
  pageParams: pages.map((_, index) => (index ? 'x' : null)),
})
const ids = (data: Pages | null) => data && allOf(data).map(({ id }) => id)

it('marks one as read and leaves a list without it untouched', () => {
  const data = shown(['a', 'b'], ['c'])
  const marked = withRead(data, ({ id }) => id === 'c', true)
  expect(allOf(marked).map(({ read }) => read)).toEqual([false, false, true])
  expect(withRead(data, ({ id }) => id === 'z', true)).toBe(data)
  expect(withRead(marked, ({ id }) => id === 'c', true)).toBe(marked)
})

it('adds new ones first', () => {
  const newest = { items: [item('new'), item('a')], next: 'y' }
  expect(ids(withNewest(shown(['a', 'b'], ['c']), newest))).toEqual(['new', 'a', 'b', 'c'])
})

it('moves a notification with more people to the top, once', () => {
  const newest = { items: [item('c', { actors_count: 5 }), item('a')], next: 'y' }
  const merged = withNewest(shown(['a', 'b'], ['c']), newest)
  expect(ids(merged)).toEqual(['c', 'a', 'b'])
  expect(merged && allOf(merged)[0]?.actors_count).toBe(5)
})

it('refetches the list when there may be a gap', () => {
  expect(withNewest(shown(['a'], ['b']), { items: [item('x'), item('y')], next: 'more' })).toBeNull()
})

it('uses the answer as the list if it is complete', () => {
  expect(ids(withNewest(shown(['gone', 'a']), { items: [item('x'), item('a')], next: null }))).toEqual(['x', 'a'])
})
