import { expect, test } from 'vitest'
import { simulateDesk } from './desk.ts'

/** A third of a second each; `npm run simulate -- --desk` runs more. */
const seeds = 120

test(`${seeds} evenings of members and team keep what was promised`, { timeout: 900_000 }, async () => {
  expect(await simulateDesk(Array.from({ length: seeds }, (_, n) => n + 1))).toBeUndefined()
})
