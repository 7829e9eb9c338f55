import { test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'
import { checkLives } from './bin-lives.ts'

const harness = useHarness(createWorld)
const runs = Number(process.env.BIN_LIVES ?? 400)

test(
  'hundreds of lives end as they were (BIN_LIVES=5000 for more, BIN_SEED for others)',
  harness((t) => checkLives(t, runs, Number(process.env.BIN_SEED ?? 84))),
  3_600_000,
)
