import { test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'
import { checkLives } from './bin-lives.ts'

const harness = useHarness(createWorld)

test(
  'whatever was edited, deleted in any order and restored in any order is there as it was',
  harness((t) => checkLives(t, 25, 20_261_128)),
  120_000,
)
