import { describe, expect, test } from 'vitest'
import { cacheTierOf, cacheTiers, surplusEntries } from './cache-policy.ts'
import { freshMs } from './query-policy.ts'

test('nothing is fresh longer than its cache allows', () => {
  const pairs = [
    [freshMs.stars, cacheTiers.stars],
    [freshMs.formats, cacheTiers.stars],
    [freshMs.posts, cacheTiers.posts],
    [freshMs.profiles, cacheTiers.profiles],
  ] as const
  for (const [fresh, tier] of pairs) expect(fresh).toBeLessThanOrEqual(tier.freshMs)
})

test.each([
  [['stars', 'list', {}], 'stars'],
  [['formats', 'one', 'x'], 'stars'],
  [['comments', 'id', 'new'], 'posts'],
  [['profiles', 'one', 'lina'], 'profiles'],
  [['admin', 'analytics', 30], 'analytics'],
  [['admin', 'stats'], undefined],
  [['constructor'], undefined],
  [['site', 'shell'], undefined],
  [[], undefined],
])('%j is held in %s', (key, tier) => expect(cacheTierOf(key)).toBe(tier))

describe('surplusEntries', () => {
  const profile = (updatedAt: number, inUse = false) => ({ key: ['profiles', updatedAt], updatedAt, inUse })
  const full = Array.from({ length: cacheTiers.profiles.entries }, (_, at) => profile(at + 10))

  test('a full cache drops nothing', () => expect(surplusEntries(full)).toEqual([]))

  test('the oldest are dropped, never one in use, and each cache counts separately', () => {
    const used = profile(1, true)
    const more = [...full, used, profile(5), { key: ['posts', 'hot'], updatedAt: 0, inUse: false }]
    expect(surplusEntries(more).map(({ updatedAt }) => updatedAt)).toEqual([5, 10])
  })
})
