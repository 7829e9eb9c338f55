import { describe, expect, it, test } from 'vitest'
import {
  addDays,
  addMonths,
  berlinDay,
  berlinInstant,
  berlinTime,
  daysBetween,
  isDay,
  monthGrid,
  readEventTime,
  todayInBerlin,
  weekOf,
} from './berlin-time.ts'

describe('berlinDay and berlinTime', () => {
  test.each([
    ['2026-11-21T22:59:59Z', '2026-11-21', '23:59:59'],
    ['2026-11-21T23:00:00Z', '2026-11-22', '00:00:00'],
    ['2026-06-30T22:00:00Z', '2026-07-01', '00:00:00'],
    ['2026-03-29T00:59:59Z', '2026-03-29', '01:59:59'],
    ['2026-03-29T01:00:00Z', '2026-03-29', '03:00:00'],
    ['2026-10-25T00:59:59Z', '2026-10-25', '02:59:59'],
    ['2026-10-25T01:00:00Z', '2026-10-25', '02:00:00'],
    ['2026-11-21T14:04:00.123456+00:00', '2026-11-21', '15:04:00'],
    ['2026-11-21T23:30:00', '2026-11-22', '00:30:00'],
    ['2026-11-21T23:30:00+01:00', '2026-11-21', '23:30:00'],
  ])('%s is %s %s', (instant, day, time) => {
    expect(berlinDay(instant)).toBe(day)
    expect(berlinTime(instant)).toBe(time)
    expect(todayInBerlin(new Date(berlinInstant(day, time)))).toBe(day)
  })
  it('refuses invalid instants', () => {
    expect(() => berlinDay('gestern')).toThrow(RangeError)
    expect(() => berlinDay(Number.NaN)).toThrow(RangeError)
  })
})

describe('berlinInstant', () => {
  test.each([
    ['winter', '2026-11-21', '20:15', '2026-11-21T19:15:00.000Z'],
    ['summer', '2026-07-01', '20:15:30', '2026-07-01T18:15:30.000Z'],
    ['before the change of spring', '2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
    ['in the gap: an hour on', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['after the change of spring', '2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    ['evening of that day', '2026-03-29', '20:15', '2026-03-29T18:15:00.000Z'],
    ['before the change of autumn', '2026-10-25', '01:59', '2026-10-24T23:59:00.000Z'],
    ['in the overlap: the first', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['after the change of autumn', '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['the day before', '2026-10-24', '20:15', '2026-10-24T18:15:00.000Z'],
    ['without summer time', '1975-07-01', '20:15', '1975-07-01T19:15:00.000Z'],
  ])('%s: %s %s is %s', (_, day, time, iso) => expect(berlinInstant(day, time).toISOString()).toBe(iso))

  test.each([
    ['2026-02-30', '20:15'],
    ['2026-02-03', '24:00'],
    ['2026-02-03', '8:15'],
    ['2026-02-03', ''],
    ['', '20:15'],
  ])('refuses %j %j', (day, time) => expect(() => berlinInstant(day, time)).toThrow(RangeError))
})

describe('isDay', () => {
  test.each(['2026-11-21', '2024-02-29', '2000-02-29', '1900-01-01', '2199-12-31'])('%s exists', (text) =>
    expect(isDay(text)).toBe(true),
  )
  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '0000-00-00',
    '9999-12-31',
    '2026-11-21T00:00',
    '2026-11-21\n',
    ' 2026-11-21',
    '21.11.2026',
    '',
  ])('%j does not', (text) => expect(isDay(text)).toBe(false))
})

describe('days, weeks and months', () => {
  test.each([
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-10-24', 2, '2026-10-26'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-03-01', -1, '2024-02-29'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('%s and %i days is %s', (day, count, result) => {
    expect(addDays(day, count)).toBe(result)
    expect(daysBetween(day, result)).toBe(count)
  })

  test.each([
    ['2026-11-16', '2026-11-16', '2026-11-22'],
    ['2026-11-22', '2026-11-16', '2026-11-22'],
    ['2026-01-01', '2025-12-29', '2026-01-04'],
    ['2026-03-29', '2026-03-23', '2026-03-29'],
  ])('the week of %s is %s to %s', (day, monday, sunday) => {
    const week = weekOf(day)
    expect(week).toHaveLength(7)
    expect([week[0], week[6]]).toEqual([monday, sunday])
  })

  test.each([
    ['2026-11-21', '2026-10-26', '2026-12-06', 6],
    ['2027-02-14', '2027-02-01', '2027-02-28', 4],
    ['2026-12-31', '2026-11-30', '2027-01-03', 5],
    ['2026-03-01', '2026-02-23', '2026-04-05', 6],
  ])('the month of %s runs from %s to %s in %i weeks', (day, first, last, weeks) => {
    const grid = monthGrid(day)
    expect(grid).toHaveLength(weeks)
    expect([grid[0]?.[0], grid.at(-1)?.[6]]).toEqual([first, last])
    expect(new Set(grid.flat()).size).toBe(weeks * 7)
  })

  test.each([
    ['2026-11-21', 1, '2026-12-01'],
    ['2026-01-31', 1, '2026-02-01'],
    ['2026-01-31', -1, '2025-12-01'],
    ['2026-12-31', 2, '2027-02-01'],
  ])('%s and %i months starts at %s', (day, count, first) => expect(addMonths(day, count)).toBe(first))
})

describe('readEventTime', () => {
  test.each([
    ['20:15:30', '20:15:30'],
    ['20:15', '20:15:00'],
    ['8:05', '08:05:00'],
    ['20.15', '20:15:00'],
    ['20.15.30', '20:15:30'],
    ['20. 15 Uhr', '20:15:00'],
    ['20..15', '20:15:00'],
    ['8.5', '08:05:00'],
    ['2015', '20:15:00'],
    ['815', '08:15:00'],
    ['0005', '00:05:00'],
    ['223045', '22:30:45'],
    ['2460', null],
    ['20155', null],
    ['22 Uhr', '22:00:00'],
    [' 00:00 ', '00:00:00'],
    ['', null],
    ['24:00', null],
    ['20:60', null],
    ['abends', null],
    ['20:15:00:00', null],
    ['-1:30', null],
  ])('%j is %s', (text, time) => expect(readEventTime(text)).toBe(time))
})
