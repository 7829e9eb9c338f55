import { expect, it } from 'vitest'
import { isSameAddress, keepingOf } from './cdn-front.ts'

it.each([
  ['/stars', '/stars', true],
  ['/stars?utm_source=x&fbclid=%20', '/stars', true],
  ['/stars?', '/stars', true],
  ['/stars?x=1&sortierung=neu&y', '/stars?sortierung=neu', true],
  // What a cache with loose names takes for one of ours, and HoT does not, or the other way round.
  ['/stars?%73ortierung=neu', '/stars?sortierung=neu', false],
  ['/stars?%73ortierung=neu', '/stars', false],
  ['/stars?Sortierung=neu', '/stars', false],
  ['/stars?q', '/stars', false],
  ['/stars?sender=a', '/stars', false],
  ['/stars?sortierung=neu&sortierung=name', '/stars?sortierung=neu', false],
  // A fragment for some servers.
  ['/stars?a=#&sortierung=neu', '/stars?sortierung=neu', false],
  ['/stars#x', '/stars#x', false],
  // Another spelling of the path is another key, which no purge would reach.
  ['/%73tars', '/stars', false],
  ['//stars', '/stars', false],
  ['/stars"', '/stars"', false],
])('%s is %s to every cache: %s', (target, href, same) => expect(isSameAddress(target, href)).toBe(same))

it('a cache in front shows a page until a minute after it was rendered, and for ten more when HoT fails', () => {
  for (const age of [0, 100, 15_000, 29_999, 30_000, 59_000]) {
    const keeping = keepingOf(age, 'path', false)['cache-control'] ?? ''
    const [, fresh, stale] = /s-maxage=(\d+), stale-while-revalidate=(\d+), stale-if-error=600$/.exec(keeping) ?? []
    expect(Number(fresh)).toBeGreaterThan(0)
    expect(age + (Number(fresh) + Number(stale)) * 1000).toBeLessThanOrEqual(60_000)
    expect(keeping).toMatch(/^public, max-age=0, /)
  }
})

it('for ten seconds when it cannot be told to forget, and open pages for five', () => {
  expect(keepingOf(0, undefined, false)).toEqual({ 'cache-control': 'public, max-age=0, s-maxage=10' })
  expect(keepingOf(25_000, undefined, false)).toEqual({ 'cache-control': 'public, max-age=0, s-maxage=5' })
  expect(keepingOf(0, 'path', true)).toEqual({ 'cache-control': 'public, max-age=0, s-maxage=5' })
  expect(keepingOf(4_800, 'tag', true)).toEqual({ 'cache-control': 'public, max-age=0, s-maxage=1' })
})

it('what browsers would take for theirs is said to caches alone where those read it', () => {
  expect(keepingOf(10_000, 'tag', false)).toEqual({
    'cache-control': 'public, max-age=0, s-maxage=20',
    'cdn-cache-control': 'public, max-age=20, stale-while-revalidate=30, stale-if-error=600',
  })
})
