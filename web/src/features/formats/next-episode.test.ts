import { expect, test } from 'vitest'
import { countdown, countdownText } from './next-episode.tsx'

const second = 1000
const hour = 3600 * second
const day = 24 * hour

test('the remaining time is split into days, hours, minutes and seconds', () => {
  expect(countdown(0, 2 * day + 3 * hour + 4 * 60 * second + 5 * second)).toEqual({
    days: 2,
    hours: 3,
    minutes: 4,
    seconds: 5,
  })
})

test('the last second counts, the start itself does not', () => {
  expect(countdown(0, second)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 })
  expect(countdown(0, 0)).toBeNull()
  expect(countdown(day, 0)).toBeNull()
})

test('it is read out in the two largest units', () => {
  const textFor = (left: number) => countdownText(countdown(0, left) ?? { days: 0, hours: 0, minutes: 0, seconds: 0 })
  expect(textFor(day + 2 * hour + 60 * second)).toBe('Noch 1 Tag, 2 Stunden')
  expect(textFor(hour + 60 * second)).toBe('Noch 1 Stunde, 1 Minute')
  expect(textFor(2 * day)).toBe('Noch 2 Tage')
  expect(textFor(30 * second)).toBe('Gleich geht’s los')
})
