import { expect, test } from 'vitest'
import { conversionRate, funnelStepOf, funnelSteps, profileCompletion, retentionReached } from './funnel.ts'

test.each([
  [{ avatar_url: '/a.webp', nickname: 'anna' }, 1],
  [{ avatar_url: null, nickname: 'anna' }, 0.5],
  [{ avatar_url: '/a.webp', nickname: null }, 0.5],
  [{ avatar_url: '', nickname: 'anna' }, 0.5],
  [{ avatar_url: null, nickname: null }, 0.5],
])('the profile %j is complete by %d', (profile, completion) => {
  expect(profileCompletion(profile)).toBe(completion)
})

test.each([
  ['2026-11-15T12:00:01Z', []],
  ['2026-11-15T12:00:00Z', ['retention_day7']],
  ['2026-10-23T12:00:01Z', ['retention_day7']],
  ['2026-10-23T12:00:00Z', ['retention_day7', 'retention_day30']],
  ['2027-01-01T00:00:00Z', []],
  ['never', []],
])('an account of %s that is seen on 22 November at noon reached %j', (createdAt, reached) => {
  expect(retentionReached(createdAt, Date.parse('2026-11-22T12:00:00Z'))).toEqual(reached)
})

test('each step of the funnel is reached by one conversion, in the order of the funnel', () => {
  expect(Object.values(funnelStepOf).filter(Boolean)).toEqual([...funnelSteps])
})

test('there is no rate of zero members', () => {
  expect([conversionRate(0, 0), conversionRate(1, 4), conversionRate(4, 4)]).toEqual([0, 0.25, 1])
})
