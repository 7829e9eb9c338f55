import { test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { checkLivesOfSteps, livingWorld } from './bin-lives.ts'

const harness = useHarness(livingWorld)
const runs = Number(process.env.BIN_LIVES ?? 250)

test(
  'hundreds of lives in which everything follows everything lose nothing (BIN_LIVES=5000 for more, BIN_SEED for others)',
  harness((t) => checkLivesOfSteps(t, runs, Number(process.env.BIN_SEED ?? 96))),
  3_600_000,
)
