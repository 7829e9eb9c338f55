import { expect, test } from 'vitest'
import { starsFilter } from '#web/entities/star/api.ts'
import { starsSearch } from '#web/entities/star/search.ts'

test('an empty address lists all stars by HoT score', () => {
  expect(starsSearch({})).toEqual({})
  expect(starsFilter(starsSearch({})).sort).toBe('hot')
})

test('valid parameters are read', () => {
  const search = starsSearch({ q: ' Mandy   Pfefferkorn ', sortierung: 'name', buchstabe: 'M', nach: 'WyJNIl0' })
  expect(search).toEqual({ q: 'Mandy Pfefferkorn', sortierung: 'name', buchstabe: 'M', nach: 'WyJNIl0' })
  expect(starsFilter(search)).toEqual({ sort: 'name', letter: 'M', query: 'Mandy Pfefferkorn', after: 'WyJNIl0' })
})

test('the default order is not in the URL', () => {
  expect(starsSearch({ sortierung: 'hot' }).sortierung).toBeUndefined()
})

test.each([
  ['sortierung', 'schlecht'],
  ['sortierung', ['name']],
  ['buchstabe', 'ab'],
  ['buchstabe', 7],
  ['q', '   '],
  ['q', 'x'.repeat(100_000)],
  ['q', { $ne: null }],
  ['nach', ''],
  ['nach', 'abc'],
  ['nach', 'WyJ'.padEnd(5000, 'x')],
])('an invalid %s falls back to the default', (name, value) => {
  expect(Object.values(starsSearch({ [name]: value })).filter((one) => one !== undefined)).toEqual([])
})

test('a number in the search field is searched as text', () => {
  expect(starsSearch({ q: 24 }).q).toBe('24')
})
