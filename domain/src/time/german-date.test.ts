import { describe, expect, it, test } from 'vitest'
import {
  clock,
  dayLabel,
  longDateTime,
  longDay,
  monthTitle,
  shortDay,
  upcomingLabel,
  weekdayDay,
  weekdayTime,
} from './german-date.ts'

describe('days', () => {
  test.each([
    ['2026-11-19', 'Do, 19. Nov.', 'Donnerstag, 19. November', '19. November 2026'],
    ['2026-03-01', 'So, 1. März', 'Sonntag, 1. März', '1. März 2026'],
    ['2026-09-07', 'Mo, 7. Sept.', 'Montag, 7. September', '7. September 2026'],
    ['2028-02-29', 'Di, 29. Feb.', 'Dienstag, 29. Februar', '29. Februar 2028'],
  ])('%s', (day, short, withWeekday, long) => {
    expect([shortDay(day), weekdayDay(day), longDay(day)]).toEqual([short, withWeekday, long])
  })
  it('names the month', () => expect(monthTitle('2026-12-31')).toBe('Dezember 2026'))
})

describe('times', () => {
  it('shows an instant on the clock of Berlin', () => {
    expect(longDateTime('2026-11-21T14:04:59Z')).toBe('21. November 2026, 15:04 Uhr')
    expect(longDateTime('2026-06-30T22:30:00Z')).toBe('1. Juli 2026, 00:30 Uhr')
  })
  it('shortens a time of day', () => {
    expect(clock('20:15:00')).toBe('20:15')
    expect(weekdayTime('2026-11-23', '20:15:00')).toBe('Mo 20:15')
  })
})

describe('dayLabel', () => {
  test.each([
    ['2026-11-20', 'gestern'],
    ['2026-11-21', 'heute'],
    ['2026-11-22', 'morgen'],
    ['2026-11-23', 'Mo, 23. Nov.'],
    ['2026-11-19', 'Do, 19. Nov.'],
    ['2025-11-21', 'Fr, 21. Nov. 2025'],
  ])('%s is %s', (day, label) => expect(dayLabel(day, '2026-11-21')).toBe(label))
  it('recognises tomorrow across the new year and a clock change', () => {
    expect(dayLabel('2027-01-01', '2026-12-31')).toBe('morgen')
    expect(dayLabel('2026-03-30', '2026-03-29')).toBe('morgen')
  })
})

describe('upcomingLabel', () => {
  test.each([
    ['2026-11-21', 'heute 20:15'],
    ['2026-11-22', 'morgen 20:15'],
    ['2026-11-23', 'Mo 20:15'],
    ['2026-11-27', 'Fr 20:15'],
    ['2026-11-28', 'Sa, 28. Nov., 20:15'],
    ['2027-01-02', 'Sa, 2. Jan. 2027, 20:15'],
  ])('%s is %s', (day, label) => expect(upcomingLabel(day, '20:15:00', '2026-11-21')).toBe(label))
})
