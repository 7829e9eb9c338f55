import { expect, test } from 'vitest'
import { simulate } from './simulation.ts'

/** A third of a second each; `npm run simulate` runs more. */
const seeds = 200

test(`${seeds} schedules of faults lose, duplicate and miscount nothing`, { timeout: 900_000 }, async () => {
  expect(await simulate(Array.from({ length: seeds }, (_, n) => n + 1))).toBeUndefined()
})
