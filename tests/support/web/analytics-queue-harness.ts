import type { AnalyticsEvent } from '@hot/domain/analytics/events'
import { type Batch, createAnalyticsQueue, type Delivery } from '#web/lib/analytics/analytics-queue.ts'
import { fakeClock } from './fake-clock.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

let made = 0
export const event = (over: Partial<AnalyticsEvent> = {}): AnalyticsEvent => ({
  id: `event-${++made}`,
  event_type: 'page_view',
  user_id: null,
  session_id: 'session_1_a',
  page_path: '/stars',
  target_type: null,
  target_id: null,
  metadata: {},
  created_at: '2026-11-22T12:00:00.000Z',
  ...over,
})

/** The queue with a server whose answers the test controls. */
export function queueHarness() {
  const clock = fakeClock()
  const sent: { batch: Batch; answer(outcome: Delivery): Promise<void> }[] = []
  const queue = createAnalyticsQueue({
    clock,
    send: (batch) =>
      new Promise((resolve) => {
        const answer = (outcome: Delivery) => {
          resolve(outcome)
          return turn()
        }
        sent.push({ batch: [...batch], answer })
      }),
  })
  const add = (count: number, over: Partial<AnalyticsEvent> = {}) => {
    const events = Array.from({ length: count }, () => event(over))
    for (const one of events) queue.add(one)
    return events.map(({ id }) => id)
  }
  const ids = (at: number) => sent[at]?.batch.map(({ id }) => id)
  return { queue, clock, sent, add, ids }
}
