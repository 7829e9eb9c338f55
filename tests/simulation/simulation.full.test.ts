import { expect, test } from 'vitest'
import { simulate } from './simulation.ts'

const seeds = 1_000

test(`${seeds} schedules of faults lose, duplicate and miscount nothing`, { timeout: 900_000 }, async () => {
  expect(await simulate(Array.from({ length: seeds }, (_, n) => n + 1))).toBeUndefined()
})
