import { expect, test } from 'vitest'
import { changeText, durationText } from './screen.tsx'

test.each([
  [12, 10, ', +20 %'],
  [5, 10, ', −50 %'],
  [0, 10, ', −100 %'],
  [10, 10, ', gleich'],
  [10, 0, ''],
  [0, 0, ''],
])('%i after %i: %o', (now, before, text) => {
  expect(changeText(now, before)).toBe(text)
})

test.each([
  [null, '–'],
  [0, 'unter einer Minute'],
  [60, '1 Minute'],
  [5400, '2 Stunden'],
  [86_400, '1 Tag'],
  [200_000, '2 Tage'],
])('%o seconds: %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})
