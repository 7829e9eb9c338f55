import { expect, test } from 'vitest'
import { isUsable, mayBePersisted, type PersistedEntry, persistedLimits } from './persisted-queries.ts'

test.each([
  ['home', ['home']],
  ['a post', ['posts', 'one', 'rumor', '2026-11-22', 'slug']],
  ['its comments', ['comments', 'of', 'id', 'best', undefined]],
  ['a list of stars', ['stars', 'list', { sort: 'hot', query: '' }]],
  ['a chart', ['charts', 'chart_karma', '7']],
])('%s may be persisted', (_, key) => expect(mayBePersisted(key, false)).toBe(true))

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
])('%s is never persisted', (_, key, personal) => expect(mayBePersisted(key, personal)).toBe(false))

const around = { owner: 'anna', build: 'b1', now: 1_800_000_000_000 }
const read = (ago: number, more: Partial<PersistedEntry> = {}): PersistedEntry => ({
  owner: 'anna',
  build: 'b1',
  at: around.now - ago,
  size: 10,
  key: ['home'],
  ...more,
})

test.each([
  [true, read(0)],
  [true, read(persistedLimits.ageMs - 1)],
  [false, read(persistedLimits.ageMs)],
  [false, read(-1)],
  [false, read(0, { owner: '' })],
  [false, read(0, { owner: 'bert' })],
  [false, read(0, { build: 'b2' })],
])('good: %s for %j', (good, facts) => expect(isUsable(facts, around)).toBe(good))
