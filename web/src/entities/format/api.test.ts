import { expect, test } from 'vitest'
import { formatsSearch } from '#web/entities/format/search.ts'

const known = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(formatsSearch(given)).filter(([, value]) => value !== undefined))

test('search term and filters are read', () => {
  expect(known({ q: ' Villa ', sender: 'rtl', anbieter: 'joyn' })).toEqual({
    q: 'Villa',
    sender: 'rtl',
    anbieter: 'joyn',
  })
})

test('a filter that looks like a number stays text', () => {
  expect(known({ sender: 13 })).toEqual({ sender: '13' })
})

test.each([{ q: '' }, { q: ['a'] }, { sender: 'x'.repeat(100_000) }, { anbieter: { a: 1 } }, { seite: -1 }])(
  'nonsense is left out: %j',
  (given) => expect(known(given)).toEqual({}),
)
