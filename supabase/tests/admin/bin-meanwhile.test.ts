import { test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { checkLivesOfSteps, livingWorld } from './bin-lives.ts'

const harness = useHarness(livingWorld)

test(
  'edits, deletions and restorations of things and posts in any order lose nothing',
  harness((t) => checkLivesOfSteps(t, 25, 20_261_128)),
  120_000,
)
