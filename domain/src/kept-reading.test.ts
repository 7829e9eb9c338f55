import { expect, test } from 'vitest'
import { type KeptFacts, keptIsGood, keptReading, keptSurplus, mayBeKept } from './kept-reading.ts'

test.each([
  ['home', ['home']],
  ['a post', ['posts', 'one', 'rumor', '2026-11-22', 'slug']],
  ['its comments', ['comments', 'of', 'id', 'beste', undefined]],
  ['a list of stars', ['stars', 'list', { sort: 'heiss', query: '' }]],
  ['a chart', ['charts', 'chart_karma', '7']],
])('%s may be kept', (_, key) => expect(mayBeKept(key, false)).toBe(true))

test.each([
  ['what says that it is personal', ['posts', 'one'], true],
  ['the account', ['account', 'id', 'page'], false],
  ['the team’s pages', ['admin', 'posts'], false],
  ['notifications', ['notifications', 'id', 'list'], false],
  ['own marks', ['viewer-posts', 'id', 1], false],
  ['who can be mentioned', ['comments', 'mentions', 'id', 'an'], false],
  ['what somebody searched for', ['search', 'all', 'sommerhaus'], false],
  ['a list of stars somebody searched', ['stars', 'list', { query: 'anna' }], false],
  ['a key of no room', ['constructor'], false],
])('%s is never kept', (_, key, personal) => expect(mayBeKept(key, personal)).toBe(false))

const around = { owner: 'anna', build: 'b1', now: 1_800_000_000_000 }
const read = (ago: number, more: Partial<KeptFacts> = {}): KeptFacts => ({
  owner: 'anna',
  build: 'b1',
  at: around.now - ago,
  size: 10,
  key: ['home'],
  ...more,
})

test.each([
  [true, read(0)],
  [true, read(keptReading.ageMs - 1)],
  [false, read(keptReading.ageMs)],
  [false, read(-1)],
  [false, read(0, { owner: '' })],
  [false, read(0, { owner: 'bert' })],
  [false, read(0, { build: 'b2' })],
])('good: %s for %j', (good, facts) => expect(keptIsGood(facts, around)).toBe(good))

const surplus = (entries: readonly KeptFacts[], online: boolean) =>
  keptSurplus(entries, { ...around, online }).map(({ at }) => around.now - at)

test('what members wrote goes after a day when there is a network, what the house wrote after seven', () => {
  const { writtenAgeMs, ageMs } = keptReading
  const entries = [
    read(writtenAgeMs, { key: ['posts', 'one'] }),
    read(writtenAgeMs - 1, { key: ['comments', 'of'] }),
    read(writtenAgeMs + 1, { key: ['stars', 'one'] }),
    read(ageMs),
  ]
  expect(surplus(entries, true)).toEqual([writtenAgeMs, ageMs])
  expect(surplus(entries, false)).toEqual([ageMs])
})

test('the newest stay when there are too many, or too much', () => {
  const many = Array.from({ length: keptReading.entries + 2 }, (_, index) => read(index))
  expect(surplus(many, true)).toEqual([keptReading.entries, keptReading.entries + 1])
  const large = [1, 2, 3].map((ago) => read(ago, { size: keptReading.totalSize / 2 }))
  expect(surplus(large, true)).toEqual([3])
})
