import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const hour = 3_600_000
const noon = Date.parse('2027-01-10T12:00:00Z')
let clock: typeof import('./server-clock.ts')

beforeEach(async () => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] })
  vi.resetModules()
  clock = await import('./server-clock.ts')
})
afterEach(() => void vi.useRealTimers())

const answer = (at: number, headers: Record<string, string> = {}) =>
  new Response(null, { headers: { date: new Date(at).toUTCString(), ...headers } })

test.each([2, -2])('a device %i hours off learns the time of the server and stays with it', (off) => {
  clock.learnFromAnswer(answer(noon - off * hour), noon)
  expect(Math.abs(clock.serverNow() - (noon - off * hour))).toBeLessThanOrEqual(1_000)
  vi.setSystemTime(noon + 10_000)
  expect(Math.abs(clock.serverNow() - (noon - off * hour + 10_000))).toBeLessThanOrEqual(1_000)
  expect(Date.parse(clock.serverInstant())).toBe(clock.serverNow())
})

test('what rounding or a slow network explains changes nothing', () => {
  clock.learnFromAnswer(answer(noon - 1_000), noon)
  expect(clock.serverNow()).toBe(noon)
  vi.setSystemTime(noon + 8_000)
  clock.learnFromAnswer(answer(noon + 1_000), noon)
  expect(clock.serverNow()).toBe(noon + 8_000)
})

test('a clock that was put right is right again', () => {
  clock.learnFromAnswer(answer(noon + 2 * hour), noon)
  vi.setSystemTime(noon + 2 * hour)
  clock.learnFromAnswer(answer(noon + 2 * hour), noon + 2 * hour)
  expect(clock.serverNow()).toBe(noon + 2 * hour)
})

test.each([
  ['an answer that may be stored', answer(noon + hour, { 'cache-control': 'max-age=60' })],
  ['an answer without a readable time', new Response(null)],
])('%s teaches nothing', (_, response) => {
  clock.learnFromAnswer(response, noon)
  expect(clock.serverNow()).toBe(noon)
})
