import { expect, test, vi } from 'vitest'
import { fakeClock } from './fake-clock.ts'
import type { Mark, MarkKey } from './own-marks.ts'
import { createVoteOutbox, outboxRetryMs } from './vote-outbox.ts'

function stage(online = true) {
  const clock = fakeClock()
  const around = { online }
  const shown: [MarkKey, Mark][] = []
  const sent: [MarkKey, Mark][] = []
  const outbox = createVoteOutbox({
    clock,
    online: () => around.online,
    show: (entries) => shown.push(...entries),
    send: (key, mark) => sent.push([key, mark]),
  })
  return { clock, shown, sent, outbox, around }
}

test('a vote without a network stays on screen and goes out when there is one', () => {
  const { shown, sent, outbox } = stage()
  const told = vi.fn()
  outbox.subscribe(told)
  outbox.keep('demand:1', '5')
  expect([shown, outbox.size(), told.mock.calls.length]).toEqual([[['demand:1', '5']], 1, 1])
  outbox.flush()
  expect([sent, outbox.size()]).toEqual([[['demand:1', '5']], 0])
})

test('of several votes on one question the last is sent; a newer one on its way makes it needless', () => {
  const { sent, outbox } = stage()
  outbox.keep('demand:1', '5')
  outbox.keep('demand:1', '2')
  outbox.keep('drama:1', null)
  outbox.drop('drama:1')
  outbox.flush()
  expect(sent).toEqual([['demand:1', '2']])
})

test('a server that is away is asked again after a while, until it answers', () => {
  const { clock, sent, outbox } = stage()
  outbox.keep('demand:1', '5')
  clock.advance(outboxRetryMs - 1)
  expect(sent).toHaveLength(0)
  clock.advance(1)
  expect(sent).toHaveLength(1)
  outbox.keep('demand:1', '5')
  clock.advance(outboxRetryMs)
  expect(sent).toHaveLength(2)
})

test('without a network the time passes and nothing is tried', () => {
  const { clock, sent, outbox, around } = stage(false)
  outbox.keep('demand:1', '5')
  clock.advance(3 * outboxRetryMs)
  expect([sent.length, outbox.size()]).toEqual([0, 1])
  around.online = true
  clock.advance(outboxRetryMs)
  expect(sent).toHaveLength(1)
})

test('nothing is sent in the name of the next person', () => {
  const { clock, sent, outbox } = stage()
  outbox.keep('demand:1', '5')
  outbox.clear()
  clock.advance(outboxRetryMs)
  outbox.flush()
  expect(sent).toEqual([])
})
