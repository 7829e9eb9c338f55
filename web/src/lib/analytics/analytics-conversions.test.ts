import type { Conversion } from '@hot/domain/analytics/funnel'
import { expect, test } from 'vitest'
import { createConversions } from './analytics-conversions.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const at = '2026-11-22T12:00:00.000Z'
const whole = { avatar_url: '/a.webp', nickname: 'anna' }
const part = { avatar_url: null, nickname: 'anna' }
const fresh = { id: 'anna', createdAt: '2026-11-22T11:00:00Z' }

function harness(before: readonly string[] = []) {
  let stored: Conversion[] = []
  const sent: unknown[] = []
  const around = { asked: 0, reachable: true }
  const conversions = createConversions({
    now: () => now,
    read: () => stored,
    store(all) {
      stored = all
    },
    async didBefore(_, type) {
      around.asked += 1
      if (!around.reachable) throw new Error('no answer')
      return before.includes(type)
    },
    send: (userId, event) => sent.push({ userId, ...event }),
  })
  return { conversions, sent, around, stored: () => stored }
}

test('the first vote is a conversion and a step of the funnel, once', async () => {
  const { conversions, sent, stored } = harness()
  await Promise.all([conversions.afterEvent('anna', 'vote_cast'), conversions.afterEvent('anna', 'vote_cast')])
  await conversions.afterEvent('anna', 'vote_cast')
  expect(sent).toEqual([
    { userId: 'anna', conversion_event: 'first_vote', completed_at: at },
    { userId: 'anna', funnel_step: 'first_vote', timestamp: at },
  ])
  expect(stored()).toEqual([{ user_id: 'anna', conversion_type: 'first_vote', completed_at: at, metadata: {} }])
})

test('another member on the same device has a first vote of their own', async () => {
  const { conversions, sent } = harness()
  await conversions.afterEvent('anna', 'vote_cast')
  await conversions.afterEvent('bernd', 'vote_cast')
  expect(sent).toHaveLength(4)
})

test('an earlier vote elsewhere is stored, not sent, and not queried again', async () => {
  const { conversions, sent, stored, around } = harness(['first_vote'])
  await conversions.afterEvent('anna', 'vote_cast')
  await conversions.afterEvent('anna', 'vote_cast')
  expect(sent).toEqual([])
  expect(stored()).toMatchObject([{ conversion_type: 'first_vote', metadata: { before: true } }])
  expect(around.asked).toBe(1)
})

test('without an answer nothing is sent, and the next time queries again', async () => {
  const { conversions, sent, stored, around } = harness()
  around.reachable = false
  await conversions.afterEvent('anna', 'post_create')
  expect([sent, stored()]).toEqual([[], []])
  around.reachable = true
  await conversions.afterEvent('anna', 'post_create')
  expect(sent).toHaveLength(2)
})

test('a registration has its source', async () => {
  const { conversions, sent } = harness()
  await conversions.afterEvent('anna', 'user_register')
  expect(sent).toMatchObject([
    { conversion_event: 'signup_completed', source: 'invite_guard' },
    { funnel_step: 'signup_completed', source: 'invite_guard' },
  ])
})

test('a profile counts when it gets its nickname and its picture, not when it had them', async () => {
  const { conversions, sent } = harness()
  await conversions.memberChanged({ ...fresh, id: 'bernd', profile: whole })
  await conversions.memberChanged({ ...fresh, profile: part })
  expect(sent).toEqual([])
  await conversions.memberChanged({ ...fresh, profile: whole })
  expect(sent).toMatchObject([
    { userId: 'anna', conversion_event: 'profile_complete', profile_completion: 1 },
    { userId: 'anna', funnel_step: 'profile_setup_completed' },
  ])
})

test('retention of 7 and 30 days is sent once each, and is no step', async () => {
  const { conversions, sent } = harness()
  const member = { id: 'anna', createdAt: '2026-11-10T12:00:00Z', profile: null }
  await conversions.memberChanged(member)
  await conversions.memberChanged(member)
  expect(sent).toEqual([{ userId: 'anna', conversion_event: 'retention_day7', completed_at: at }])
  await conversions.memberChanged({ ...member, createdAt: '2026-10-01T12:00:00Z' })
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ conversion_event: 'retention_day30' })
})

test('page events are no conversions', async () => {
  const { conversions, sent, around } = harness()
  await conversions.afterEvent('anna', 'page_view')
  await conversions.afterEvent('anna', 'fan_add')
  expect([sent, around.asked]).toEqual([[], 0])
})
