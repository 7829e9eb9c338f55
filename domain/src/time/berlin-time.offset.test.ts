import { expect, test } from 'vitest'
import { berlinOffset } from './berlin-time.ts'

const hour = 3_600_000
const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' })

/** The offset by the runtime's time zone data, in milliseconds. */
function tableOffset(at: number): number {
  const [, hours, minutes] = /GMT([+-]\d\d):(\d\d)/.exec(clock.format(at)) ?? []
  return (Number(hours) * 60 + Number(minutes)) * 60_000
}

test('it equals the time zone table for every sixth hour from 1981 to 2037', () => {
  const different: string[] = []
  for (let at = Date.UTC(1981, 0, 1); at < Date.UTC(2038, 0, 1); at += 6 * hour)
    if (berlinOffset(at) !== tableOffset(at)) different.push(new Date(at).toISOString())
  expect(different).toEqual([])
})

test.each([
  ['2026-03-29T00:59:59.999Z', 1],
  ['2026-03-29T01:00:00.000Z', 2],
  ['2026-10-25T00:59:59.999Z', 2],
  ['2026-10-25T01:00:00.000Z', 1],
  ['1995-09-24T00:59:59.999Z', 2],
  ['1995-09-24T01:00:00.000Z', 1],
  ['1972-07-01T12:00:00.000Z', 1],
])('at %s clocks are %i h ahead', (instant, ahead) => expect(berlinOffset(Date.parse(instant))).toBe(ahead * hour))

test('an invalid instant has no valid offset', () => {
  expect(() => new Date(Number.NaN + berlinOffset(Number.NaN)).toISOString()).toThrow(RangeError)
})
