import { expect, test } from 'vitest'
import { isSlow, profileOfSetup, reportEnvironment, reportProfiles, slowAbove } from './filter.ts'

test('reports name the environment, and the two profiles differ in replays and masking', () => {
  expect(reportEnvironment).toBe('production')
  expect([profileOfSetup[1], profileOfSetup[2]]).toEqual(['public', 'closedTest'])
  const { filter: _1, ...first } = reportProfiles.public
  const { filter: _2, ...second } = reportProfiles.closedTest
  expect(first).toEqual({ traceRate: 0.1, replaySessionRate: 0.01, replayOnErrorRate: 1, masked: true })
  expect(second).toEqual({ traceRate: 0.1, replaySessionRate: 0.1, replayOnErrorRate: 1, masked: false })
})

test.each([
  ['appLoad', 3000],
  ['pageLoad', 1000],
  ['render', 100],
  ['apiCall', 2000],
] as const)('%s is slow above %i ms, not at it', (kind, limit) => {
  expect(slowAbove[kind]).toBe(limit)
  expect([isSlow(kind, limit), isSlow(kind, limit + 0.1)]).toEqual([false, true])
})
