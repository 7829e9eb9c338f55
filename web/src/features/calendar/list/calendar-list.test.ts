import { expect, test } from 'vitest'
import { dayHeading } from './calendar-list.tsx'

test('days near today have names', () => {
  const today = '2026-11-21'
  expect(dayHeading('2026-11-20', today)).toEqual({ title: 'Gestern', date: 'Freitag, 20. November' })
  expect(dayHeading(today, today)).toEqual({ title: 'Heute', date: 'Samstag, 21. November' })
  expect(dayHeading('2026-11-22', today)).toEqual({ title: 'Morgen', date: 'Sonntag, 22. November' })
  expect(dayHeading('2026-11-23', today)).toEqual({ title: 'Montag', date: '23. November' })
  expect(dayHeading('2027-01-01', '2026-12-31')).toEqual({ title: 'Morgen', date: 'Freitag, 1. Januar 2027' })
})
