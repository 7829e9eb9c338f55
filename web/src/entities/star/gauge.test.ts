import { expect, test } from 'vitest'
import { circleLength, dashesFor, litTicks, tickCount } from './gauge.tsx'

test('a score lights its share of the ticks', () => {
  expect([0, 0.1, 50, 58.8, 94.2, 100].map(litTicks)).toEqual([0, 1, 25, 29, 47, tickCount])
})

test('a full dial covers exactly 270 degrees', () => {
  const dashes = dashesFor(tickCount).split(' ').map(Number)
  const drawn = dashes.slice(0, -1).reduce((sum, length) => sum + length, 0)
  expect((drawn / circleLength) * 360).toBeCloseTo(270)
})

test('no score draws nothing', () => {
  expect(dashesFor(0)).toMatch(/^0 /)
})
