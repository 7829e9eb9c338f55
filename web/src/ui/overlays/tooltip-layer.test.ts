import { expect, test } from 'vitest'
import { waitBeforeTooltip } from './tooltip-layer.ts'

test.each([
  ['the first one', Number.NEGATIVE_INFINITY, 700],
  ['one reached right after another', 9_900, 0],
  ['one reached 300 ms after another', 9_700, 700],
])('%s', (_name, lastHidden, wait) => expect(waitBeforeTooltip(10_000, lastHidden)).toBe(wait))
