import { expect, test } from 'vitest'
import { queueHarness } from '../../../../tests/support/web/analytics-queue-harness.ts'

test('the 25th event sends all of them at once', () => {
  const { add, sent, ids } = queueHarness()
  const first = add(24)
  expect(sent).toHaveLength(0)
  const last = add(1)
  expect(ids(0)).toEqual([...first, ...last])
})

test('fewer are sent after 5,000 ms without another', () => {
  const { add, clock, sent, ids } = queueHarness()
  const one = add(1)
  clock.advance(4999)
  const two = add(1)
  clock.advance(4999)
  expect(sent).toHaveLength(0)
  clock.advance(1)
  expect(ids(0)).toEqual([...one, ...two])
  clock.advance(60_000)
  expect(sent).toHaveLength(1)
})

test('leaving the page sends what is queued, and nothing if it is empty', () => {
  const { queue, add, clock, sent } = queueHarness()
  queue.flush()
  expect(sent).toHaveLength(0)
  add(3)
  queue.flush()
  expect(sent).toHaveLength(1)
  clock.advance(5000)
  expect(sent).toHaveLength(1)
})

test('events before and after signing in are sent separately', () => {
  const { queue, add, sent, ids } = queueHarness()
  const asGuest = add(2)
  const asMember = add(2, { user_id: 'anna' })
  queue.flush()
  expect([ids(0), ids(1)]).toEqual([asGuest, asMember])
  expect(sent.map(({ batch }) => new Set(batch.map((one) => one.user_id)))).toEqual([
    new Set([null]),
    new Set(['anna']),
  ])
})

test('a request stays below the limit of browsers for requests that outlive the page', () => {
  const { queue, add, sent } = queueHarness()
  add(20, { metadata: { name: 'ü'.repeat(1900) } })
  queue.flush()
  expect(sent.length).toBeGreaterThan(1)
  for (const { batch } of sent) expect(new TextEncoder().encode(JSON.stringify(batch)).length).toBeLessThan(64_000)
  expect(sent.flatMap(({ batch }) => batch)).toHaveLength(20)
})

test('a lost batch is sent again unchanged with the next one, and not alone', async () => {
  const { queue, add, clock, sent, ids } = queueHarness()
  const lost = add(3)
  queue.flush()
  await sent[0]?.answer('lost')
  clock.advance(60_000)
  expect(sent).toHaveLength(1)
  const next = add(1)
  clock.advance(5000)
  expect([ids(1), ids(2)]).toEqual([lost, next])
  await sent[1]?.answer('done')
  queue.flush()
  expect(sent).toHaveLength(3)
})

test('without a network the latest 200 events are kept', async () => {
  const { queue, add, sent } = queueHarness()
  const all: string[] = []
  for (let times = 0; times < 9; times++) {
    all.push(...add(25))
    for (const { answer } of sent.splice(0)) await answer('lost')
  }
  all.push(...add(7))
  queue.flush()
  expect(sent.flatMap(({ batch }) => batch.map(({ id }) => id)).toSorted()).toEqual(all.slice(-200).toSorted())
})

test('withdrawing empties it, and batches that fail in flight are not retried', async () => {
  const { queue, add, clock, sent } = queueHarness()
  add(2)
  queue.flush()
  add(2)
  queue.clear()
  await sent[0]?.answer('lost')
  clock.advance(60_000)
  queue.flush()
  expect(sent).toHaveLength(1)
  add(1)
  clock.advance(5000)
  expect(sent).toHaveLength(2)
})
