import { describe, expect, it } from 'vitest'
import { postsFilter } from '#web/entities/post/api.ts'
import { postsSearch, trashtalkSearch } from '#web/entities/post/search.ts'

const tag = '4f8c2a10-9d1e-4c57-8a33-0b1d5e6f7a89'

describe('postsSearch', () => {
  it.each([
    [{}, { sort: 'new', window: '7', tag: undefined, after: undefined }],
    [{ sortierung: 'heiss' }, { sort: 'hot', window: '7' }],
    [{ sortierung: 'aktiv' }, { sort: 'active' }],
    [
      { sortierung: 'top', zeitraum: 30 },
      { sort: 'top', window: '30' },
    ],
    [
      { sortierung: 'top', zeitraum: 'gesamt' },
      { sort: 'top', window: 'all' },
    ],
    [
      { sortierung: 'DROP TABLE', zeitraum: -1, tag: 'kein-stern' },
      { sort: 'new', window: '7', tag: undefined },
    ],
    [{ tag }, { tag }],
    [{ nach: '' }, { after: undefined }],
    [{ nach: 'WyJ'.padEnd(501, 'x') }, { after: undefined }],
    [
      { nach: { a: 1 }, tag: [tag] },
      { after: undefined, tag: undefined },
    ],
  ])('reads %j as %j', (given, expected) => {
    expect(postsFilter(postsSearch(given))).toMatchObject(expected)
  })

  it.each([
    [{}, undefined],
    [{ sortierung: 'neu' }, 'neu'],
    [{ sortierung: 'aktiv' }, 'aktiv'],
    [{ sortierung: 'alt' }, undefined],
    [{ tag }, 'neu'],
  ])('of all kinds %j has the order %s; without one it is the overview', (given, order) => {
    expect(trashtalkSearch(given).sortierung).toBe(order)
  })

  it('keeps the kind of the list', () => {
    expect(postsFilter(postsSearch({}), 'poll').type).toBe('poll')
  })
})
