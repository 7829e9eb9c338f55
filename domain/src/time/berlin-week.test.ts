import { expect, test } from 'vitest'
import { isoWeek, mondayOf, shortWeekRange, weekName, weekRange } from './berlin-week.ts'

// Weeks around the new year, which are common examples of ISO 8601.
test.each([
  ['2026-11-21', 47],
  ['2005-01-01', 53],
  ['2005-01-02', 53],
  ['2005-12-31', 52],
  ['2007-01-01', 1],
  ['2008-12-28', 52],
  ['2008-12-29', 1],
  ['2010-01-03', 53],
  ['2026-01-01', 1],
])('%s lies in week %i', (day, week) => expect(isoWeek(day)).toBe(week))

test('weeks begin on Monday, also those of the clock changes', () => {
  expect(mondayOf('2026-11-22')).toBe('2026-11-16')
  expect(mondayOf('2026-03-29')).toBe('2026-03-23')
  expect(mondayOf('2026-10-25')).toBe('2026-10-19')
  expect(weekName('2026-10-25')).toBe('KW 43')
})

test('a week has month and year only once if possible', () => {
  expect(weekRange('2026-11-21')).toBe('16. bis 22. November 2026')
  expect(weekRange('2026-12-01')).toBe('30. November bis 6. Dezember 2026')
  expect(weekRange('2026-12-31')).toBe('28. Dezember 2026 bis 3. Januar 2027')
  expect(shortWeekRange('2026-11-21')).toBe('16. – 22. November')
  expect(shortWeekRange('2026-12-01')).toBe('30. November – 6. Dezember')
  expect(shortWeekRange('2026-12-31')).toBe('28. Dezember 2026 – 3. Januar 2027')
})
