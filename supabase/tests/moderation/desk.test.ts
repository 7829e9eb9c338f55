import { expect, test } from 'vitest'
import { playEvenings } from '../../../tests/simulation/desk.ts'
import { useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

/** `npm run simulate -- --desk --seeds 2000` plays more. */
const seeds = [1, 2, 3]

test(
  'whatever members and team do in an evening, what was decided happens once, and what was undone never',
  harness(async (t) => {
    expect(await playEvenings(t, seeds)).toBeUndefined()
  }),
)
