import { expect, test } from 'vitest'
import { ageOn } from './berlin-time.ts'

test.each([
  ['1990-11-29', '2026-11-28', 35],
  ['1990-11-29', '2026-11-29', 36],
  ['1990-11-29', '2026-12-01', 36],
  ['2000-02-29', '2026-02-28', 25],
  ['2000-02-29', '2026-03-01', 26],
])('born on %s, on %s: %i', (birthdate, today, age) => expect(ageOn(birthdate, today)).toBe(age))
