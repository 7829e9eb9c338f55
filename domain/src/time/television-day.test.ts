import { expect, test } from 'vitest'
import { berlinDay, berlinTime } from './berlin-time.ts'
import { televisionDay, televisionTitle } from './television-day.ts'

test.each([
  ['an evening', '2026-11-22T19:15:00Z', '2026-11-22', false],
  ['a minute before midnight', '2026-11-22T22:59:00Z', '2026-11-22', false],
  ['midnight', '2026-11-22T23:00:00Z', '2026-11-22', true],
  ['half past one', '2026-11-23T00:30:00Z', '2026-11-22', true],
  ['a second before five', '2026-11-23T03:59:59Z', '2026-11-22', true],
  ['five', '2026-11-23T04:00:00Z', '2026-11-23', false],
  ['midnight of a new year', '2026-12-31T23:00:00Z', '2026-12-31', true],
  ['midnight in summer', '2026-07-15T22:00:00Z', '2026-07-15', true],
  // 29 March 2026: 02:00 becomes 03:00. The night has four hours.
  ['before the change in spring', '2026-03-29T00:59:00Z', '2026-03-28', true],
  ['after the change in spring', '2026-03-29T01:00:00Z', '2026-03-28', true],
  ['04:59 of that night', '2026-03-29T02:59:00Z', '2026-03-28', true],
  ['05:00 of that night', '2026-03-29T03:00:00Z', '2026-03-29', false],
  // 25 October 2026: 03:00 becomes 02:00. The night has six hours.
  ['02:30 for the first time', '2026-10-25T00:30:00Z', '2026-10-24', true],
  ['02:30 for the second time', '2026-10-25T01:30:00Z', '2026-10-24', true],
  ['04:59 of the long night', '2026-10-25T03:59:00Z', '2026-10-24', true],
  ['05:00 of the long night', '2026-10-25T04:00:00Z', '2026-10-25', false],
])('%s belongs to its television day', (_, at, day, night) => expect(televisionDay(at)).toEqual({ day, night }))

test('around both clock changes it is the wall clock that counts, every quarter of an hour', () => {
  for (const start of ['2026-03-27T00:00:00Z', '2026-10-23T00:00:00Z'])
    for (let quarter = 0; quarter < 4 * 24 * 4; quarter++) {
      const at = Date.parse(start) + quarter * 15 * 60_000
      const { day, night } = televisionDay(at)
      expect(night).toBe(Number(berlinTime(at).slice(0, 2)) < 5)
      expect(day === berlinDay(at)).toBe(!night)
    }
})

test.each([
  ['2026-11-22T19:15:00Z', true, 'Heute im TV'],
  ['2026-11-22T22:59:00Z', false, 'Heute im TV'],
  ['2026-11-22T23:05:00Z', true, 'Heute Nacht im TV'],
  ['2026-11-22T23:05:00Z', false, 'Gestern lief'],
  ['2026-11-23T04:00:00Z', false, 'Heute im TV'],
])('at %s (goes on: %s) the programme is called %s', (at, goesOn, title) =>
  expect(televisionTitle(at, goesOn)).toBe(title),
)
