import { expect, test } from 'vitest'
import { isFiltered } from './api.ts'
import { calendarSearch } from './search.ts'

const known = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(calendarSearch(given)).filter(([, value]) => value !== undefined))

test('view, day and filters are read', () => {
  const given = { ansicht: 'woche', datum: '2026-11-21', sender: 'rtl', anbieter: 'joyn', format: 'love-island-vip' }
  expect(known(given)).toEqual(given)
  expect(isFiltered(calendarSearch(given))).toBe(true)
})

test('a leap day exists in leap years only', () => {
  expect(known({ datum: '2028-02-29' })).toEqual({ datum: '2028-02-29' })
  expect(known({ datum: '2026-02-29' })).toEqual({})
})

test('a filter that looks like a number stays text', () => {
  expect(known({ sender: 13 })).toEqual({ sender: '13' })
})

test.each([
  { datum: '2026-02-30' },
  { datum: '2026-13-01' },
  { datum: '21.11.2026' },
  { datum: '9999-01-01' },
  { datum: 20261121 },
  { datum: ['2026-11-21'] },
  { ansicht: 'jahr' },
  { sender: '' },
  { anbieter: 'x'.repeat(81) },
  { format: '<b>' },
  { seite: 2 },
])('invalid parameters are dropped: %j', (given) => {
  expect(known(given)).toEqual({})
  expect(isFiltered(calendarSearch(given))).toBe(false)
})
