import { expect, test } from 'vitest'
import { fakeClock } from '../../../../tests/support/web/fake-clock.ts'
import { createVisits, type Visit } from './analytics-session.ts'

const minute = 60_000

function harness(initial: Visit | null = null) {
  const clock = fakeClock()
  let stored = initial
  let count = 0
  const open = () =>
    createVisits({
      clock,
      read: () => stored,
      store(visit) {
        stored = visit
      },
      random: () => `random${++count}`,
    })
  return { clock, open, visits: open(), stored: () => stored }
}

test('an id is prefix, timestamp and random string', () => {
  const { clock, visits } = harness()
  expect(visits.now(null)).toMatchObject({ begun: true, visit: { id: `session_${clock.now()}_random1` } })
})

test('nothing is stored before something is counted', () => {
  const { visits, stored } = harness()
  visits.now(null)
  expect(stored()).toBeNull()
  visits.count('page_view')
  expect(stored()).toMatchObject({ pageViews: 1, actions: 0 })
})

test('it counts pages and actions, not measurements', () => {
  const { visits, clock } = harness()
  visits.now('anna')
  for (const type of ['page_view', 'page_view', 'star_view', 'vote_cast', 'scroll', 'performance_metric'] as const) {
    clock.advance(1000)
    visits.count(type)
  }
  const visit = visits.leave()
  expect(visit).toMatchObject({ pageViews: 2, actions: 1 })
  expect((visit?.lastAt ?? 0) - (visit?.startedAt ?? 0)).toBe(6000)
})

test('leaving twice ends once, and again after something else happened', () => {
  const { visits } = harness()
  visits.now(null)
  visits.count('page_view')
  expect(visits.leave()).not.toBeNull()
  expect(visits.leave()).toBeNull()
  visits.count('click')
  expect(visits.leave()).toMatchObject({ actions: 1 })
})

test('a reload continues the visit', () => {
  const { visits, open, clock } = harness()
  const { visit } = visits.now(null)
  visits.count('page_view')
  clock.advance(30 * minute)
  expect(open().now(null)).toMatchObject({ begun: false, visit: { id: visit.id, pageViews: 1 } })
})

test('after more than half an hour without an event another visit begins, and the former one ends', () => {
  const { visits, clock } = harness()
  const { visit } = visits.now(null)
  visits.count('page_view')
  clock.advance(30 * minute + 1)
  const next = visits.now(null)
  expect(next).toMatchObject({ begun: true, ended: { id: visit.id, pageViews: 1 }, visit: { pageViews: 0 } })
  expect(next.visit.id).not.toBe(visit.id)
})

test('a visit that was sent as ended does not end again', () => {
  const { visits, clock } = harness()
  visits.now(null)
  visits.count('page_view')
  visits.leave()
  clock.advance(30 * minute + 1)
  expect(visits.now(null)).toMatchObject({ begun: true, ended: null })
})

test.each([
  ['a guest who goes on', null, null, false],
  ['a guest who signs in begins another visit', null, 'anna', true],
  ['a member who signs out begins another visit', 'anna', null, true],
  ['another member begins another visit', 'anna', 'bernd', true],
] as const)('%s', (_, before, after, begun) => {
  const { visits } = harness()
  visits.now(before)
  visits.count('page_view')
  expect(visits.now(after)).toMatchObject({ begun, visit: { userId: after } })
})
