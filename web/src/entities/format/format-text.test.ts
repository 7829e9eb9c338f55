import { expect, test } from 'vitest'
import { seasonDates, seasonTitle, tileName } from './format-text.ts'

test('a season is called by its number, and by its name when it has one', () => {
  const called = (title: string | null) => seasonTitle({ season_number: 7, title }, { name: 'Love Island' })
  expect(called(null)).toBe('Staffel 7')
  expect(called('Staffel 7')).toBe('Staffel 7')
  expect(called('Heiße Nächte')).toBe('Staffel 7 – Heiße Nächte')
  expect(called('Love Island: Heiße Nächte')).toBe('Staffel 7 – Heiße Nächte')
  expect(called('Love Island: 7')).toBe('Staffel 7')
  expect(called('Love Island')).toBe('Staffel 7')
  expect(called('17 Inseln')).toBe('Staffel 7 – 17 Inseln')
})

test('only known dates are shown', () => {
  expect(seasonDates({ start_date: '2026-08-30', end_date: '2026-11-02' })).toBe('30. August bis 2. November 2026')
  expect(seasonDates({ start_date: '2025-12-30', end_date: '2026-01-02' })).toBe('30. Dezember 2025 bis 2. Januar 2026')
  expect(seasonDates({ start_date: '2026-08-30', end_date: null })).toBe('ab 30. August 2026')
  expect(seasonDates({ start_date: null, end_date: '2026-11-02' })).toBe('bis 2. November 2026')
  expect(seasonDates({ start_date: '2026-08-30', end_date: '2026-08-30' })).toBe('30. August 2026')
  expect(seasonDates({ start_date: null, end_date: null })).toBeNull()
})

test('only a name over 24 characters is replaced by its short name', () => {
  expect(tileName('Kampf der Realitystars', 'KdR')).toBe('Kampf der Realitystars')
  expect(tileName('Ich bin ein Star – Holt mich hier raus!', 'Dschungelcamp')).toBe('Dschungelcamp')
  expect(tileName('Ich bin ein Star – Holt mich hier raus!', null)).toBe('Ich bin ein Star – Holt mich hier raus!')
})
