import { expect, test } from 'vitest'
import { createPull, followed, pullRule, wantsPull } from './pull-rule.ts'

test('the indicator follows less and less, and stops', () => {
  expect(followed(0)).toBe(0)
  expect(followed(-50)).toBe(0)
  const steps = [20, 60, 120, 300, 2000].map(followed)
  expect(steps.every((step, index) => index === 0 || step > (steps[index - 1] ?? 0))).toBe(true)
  expect(steps[0]).toBeGreaterThan(15)
  expect(steps.at(-1)).toBeLessThan(pullRule.limit)
})

test.each([
  [0, 5, undefined],
  [8, 8, undefined],
  [0, 20, true],
  [10, 20, true],
  [20, 20, false],
  [-30, 10, false],
  [0, -20, false],
])('%i to the right and %i down is a pull: %s', (right, down, pull) => expect(wantsPull(right, down)).toBe(pull))

function finger() {
  const log: string[] = []
  const shown: number[] = []
  const pull = createPull({
    show: (offset) => shown.push(Math.round(offset)),
    feel: () => log.push('felt'),
    refresh: () => log.push('refresh'),
  })
  return { pull, log, shown }
}

test('passing the threshold has haptic feedback, and releasing there refreshes', () => {
  const { pull, log, shown } = finger()
  pull.start(100, 100)
  expect([104, 150, 220, 260].map((y) => pull.move(100, y))).toEqual([false, true, true, true])
  pull.move(100, 150)
  pull.move(100, 400)
  expect(log).toEqual(['felt', 'felt'])
  expect(shown.at(-1)).toBeGreaterThan(pullRule.releasesAt)
  pull.release()
  expect(log.at(-1)).toBe('refresh')
})

test('releasing too early hides the indicator', () => {
  const { pull, log, shown } = finger()
  pull.start(100, 100)
  pull.move(100, 180)
  pull.release()
  expect(shown.at(-1)).toBe(0)
  expect(log).toEqual([])
})

test('a move that starts sideways or upwards never pulls, and moving back hides the indicator', () => {
  const { pull, log, shown } = finger()
  pull.start(100, 100)
  pull.move(140, 105)
  expect(pull.move(140, 400)).toBe(false)
  pull.release()
  pull.start(100, 100)
  pull.move(100, 400)
  pull.move(100, 90)
  pull.release()
  pull.start(100, 100)
  pull.move(100, 400)
  pull.cancel()
  pull.release()
  expect(log).toEqual(['felt', 'felt'])
  expect(shown.filter((offset) => offset === 0)).toHaveLength(3)
})
