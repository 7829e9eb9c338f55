import { expect, test } from 'vitest'
import { modes } from '../tests/e2e/support/modes.ts'
import { modesOf, turnOf } from './turn.ts'

test('without a turn everything runs', () => {
  expect(turnOf([])).toBeUndefined()
  expect(modesOf(undefined)).toEqual(modes)
})

test.each([0, 1, 2, 6511])('the three turns from %d on have every mode', (first) => {
  const turns = [first, first + 1, first + 2].map(modesOf)
  expect(new Set(turns.flat())).toEqual(new Set(modes))
  for (const some of turns) expect(some.length).toBeLessThan(modes.length)
})

test.each([[['--turn']], [['--turn', 'x']], [['--turn', '-1']], [['--tun', '1']], [['--turn', '1', '2']]])(
  '%j is refused',
  (args) => expect(() => turnOf(args)).toThrow('--turn and a whole number'),
)

test('a turn is a number', () => expect(turnOf(['--turn', '17'])).toBe(17))
