import { expect, test } from 'vitest'
import { milliseconds } from './function-limits.ts'

/** As stored in `pg_proc.proconfig`; https://www.postgresql.org/docs/17/config-setting.html for the units. */
test.each([
  ['8s', 8_000],
  ['120s', 120_000],
  ['2min', 120_000],
  ['1h', 3_600_000],
  ['500', 500],
  ['500ms', 500],
  ['0', 1_800_000],
  ['bald', undefined],
  ['', undefined],
])('%s is %j ms', (time, expected) => {
  expect(milliseconds(time)).toBe(expected)
})
