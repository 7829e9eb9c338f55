import { expect, test } from 'vitest'
import { seasonDates, seasonTitle } from './season-title.ts'

test('a season is called by its number, and by its name when it has one', () => {
  expect(seasonTitle({ season_number: 7, title: null })).toBe('Staffel 7')
  expect(seasonTitle({ season_number: 7, title: 'Staffel 7' })).toBe('Staffel 7')
  expect(seasonTitle({ season_number: 7, title: 'Island of Love' })).toBe('Staffel 7 – Island of Love')
})

test('its dates say no more than is known', () => {
  expect(seasonDates({ start_date: '2026-08-30', end_date: '2026-11-02' })).toBe('30. August bis 2. November 2026')
  expect(seasonDates({ start_date: '2025-12-30', end_date: '2026-01-02' })).toBe('30. Dezember 2025 bis 2. Januar 2026')
  expect(seasonDates({ start_date: '2026-08-30', end_date: null })).toBe('ab 30. August 2026')
  expect(seasonDates({ start_date: null, end_date: '2026-11-02' })).toBe('bis 2. November 2026')
  expect(seasonDates({ start_date: '2026-08-30', end_date: '2026-08-30' })).toBe('30. August 2026')
  expect(seasonDates({ start_date: null, end_date: null })).toBeNull()
})
