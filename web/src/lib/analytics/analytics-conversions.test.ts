import type { Conversion } from '@hot/domain/analytics/funnel'
import { expect, test } from 'vitest'
import { createConversions } from './analytics-conversions.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const at = '2026-11-22T12:00:00.000Z'
const whole = { avatar_url: '/a.webp', nickname: 'anna' }
const part = { avatar_url: null, nickname: 'anna' }
const fresh = { id: 'anna', createdAt: '2026-11-22T11:00:00Z' }

function harness(before: readonly string[] = []) {
  let kept: Conversion[] = []
  const told: unknown[] = []
  const around = { asked: 0, reachable: true }
  const conversions = createConversions({
    now: () => now,
    read: () => kept,
    keep(all) {
      kept = all
    },
    async didBefore(_, type) {
      around.asked += 1
      if (!around.reachable) throw new Error('no answer')
      return before.includes(type)
    },
    tell: (userId, event) => told.push({ userId, ...event }),
  })
  return { conversions, told, around, kept: () => kept }
}

test('the first vote is a conversion and a step of the funnel, once', async () => {
  const { conversions, told, kept } = harness()
  await Promise.all([conversions.follow('anna', 'vote_cast'), conversions.follow('anna', 'vote_cast')])
  await conversions.follow('anna', 'vote_cast')
  expect(told).toEqual([
    { userId: 'anna', conversion_event: 'first_vote', completed_at: at },
    { userId: 'anna', funnel_step: 'first_vote', timestamp: at },
  ])
  expect(kept()).toEqual([{ user_id: 'anna', conversion_type: 'first_vote', completed_at: at, metadata: {} }])
})

test('another member on the same device has a first vote of their own', async () => {
  const { conversions, told } = harness()
  await conversions.follow('anna', 'vote_cast')
  await conversions.follow('bernd', 'vote_cast')
  expect(told).toHaveLength(4)
})

test('an earlier vote elsewhere is stored, not sent, and not queried again', async () => {
  const { conversions, told, kept, around } = harness(['first_vote'])
  await conversions.follow('anna', 'vote_cast')
  await conversions.follow('anna', 'vote_cast')
  expect(told).toEqual([])
  expect(kept()).toMatchObject([{ conversion_type: 'first_vote', metadata: { before: true } }])
  expect(around.asked).toBe(1)
})

test('without an answer nothing is sent, and the next time queries again', async () => {
  const { conversions, told, kept, around } = harness()
  around.reachable = false
  await conversions.follow('anna', 'post_create')
  expect([told, kept()]).toEqual([[], []])
  around.reachable = true
  await conversions.follow('anna', 'post_create')
  expect(told).toHaveLength(2)
})

test('a registration has its source', async () => {
  const { conversions, told } = harness()
  await conversions.follow('anna', 'user_register')
  expect(told).toMatchObject([
    { conversion_event: 'signup_completed', source: 'invite_guard' },
    { funnel_step: 'signup_completed', source: 'invite_guard' },
  ])
})

test('a profile counts when it gets its nickname and its picture, not when it had them', async () => {
  const { conversions, told } = harness()
  await conversions.see({ ...fresh, id: 'bernd', profile: whole })
  await conversions.see({ ...fresh, profile: part })
  expect(told).toEqual([])
  await conversions.see({ ...fresh, profile: whole })
  expect(told).toMatchObject([
    { userId: 'anna', conversion_event: 'profile_complete', profile_completion: 1 },
    { userId: 'anna', funnel_step: 'profile_setup_completed' },
  ])
})

test('retention of 7 and 30 days is sent once each, and is no step', async () => {
  const { conversions, told } = harness()
  const member = { id: 'anna', createdAt: '2026-11-10T12:00:00Z', profile: null }
  await conversions.see(member)
  await conversions.see(member)
  expect(told).toEqual([{ userId: 'anna', conversion_event: 'retention_day7', completed_at: at }])
  await conversions.see({ ...member, createdAt: '2026-10-01T12:00:00Z' })
  expect(told).toHaveLength(2)
  expect(told[1]).toMatchObject({ conversion_event: 'retention_day30' })
})

test('page events are no conversions', async () => {
  const { conversions, told, around } = harness()
  await conversions.follow('anna', 'page_view')
  await conversions.follow('anna', 'fan_add')
  expect([told, around.asked]).toEqual([[], 0])
})
