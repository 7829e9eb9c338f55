import { beforeEach, expect, it } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { key, lost, queueStage, turn } from './toggle-queue-harness.ts'

/** What is tapped without a network. */
let s = queueStage()
beforeEach(async () => {
  s = queueStage()
  s.queue.expect()([['post:2', null]])
  s.around.online = false
  s.queue.set(key, 'heart')
  await s.sent[0]?.fail(lost)
})

it('stays shown and counted, is kept, and said to be once', async () => {
  s.queue.set('post:2', 'poop')
  await s.sent[1]?.fail(lost)
  expect([...s.kept]).toEqual([
    [key, 'heart'],
    ['post:2', 'poop'],
  ])
  expect([s.shown.get(key), s.shown.get('post:2')]).toEqual(['heart', 'poop'])
  expect(s.log).toEqual(['null→heart', 'kept', 'null→poop'])
})

it('goes out once and in order when there is a network', async () => {
  s.queue.set('post:2', 'poop')
  await s.sent[1]?.fail(lost)
  s.around.online = true
  void s.queue.resume()
  void s.queue.resume()
  expect(s.sent.slice(2).map(({ mark }) => mark)).toEqual(['heart'])
  await s.sent[2]?.answer()
  expect(s.sent.slice(2).map(({ mark }) => mark)).toEqual(['heart', 'poop'])
  await s.sent[3]?.answer()
  expect([s.sent.length, s.kept.size, s.queue.busy(key)]).toEqual([4, 0, false])
  expect([s.shown.get(key), s.shown.get('post:2')]).toEqual(['heart', 'poop'])
})

it('waits on as a whole while the network is not really back', async () => {
  s.queue.set('post:2', 'poop')
  await s.sent[1]?.fail(lost)
  void s.queue.resume()
  await s.sent[2]?.fail(lost)
  expect([s.sent.length, s.kept.size]).toEqual([3, 2])
})

it('is replaced by the next tap: the last one wins', async () => {
  s.queue.set(key, 'poop')
  expect([...s.kept]).toEqual([[key, 'poop']])
  await s.sent[1]?.fail(lost)
  s.around.online = true
  void s.queue.resume()
  await s.sent[2]?.answer()
  expect(s.sent.slice(1).map(({ mark }) => mark)).toEqual(['poop', 'poop'])
  expect(s.shown.get(key)).toBe('poop')
})

it('is rolled back with a word when the server says no', async () => {
  s.around.online = true
  void s.queue.resume()
  await s.sent[1]?.fail(new DataError('42501', 403, 'no'))
  expect([s.shown.get(key), s.kept.size]).toEqual([null, 0])
  expect(s.log.at(-1)).toBe('failed 403')
})

it('gives way to what another tab has sent since', async () => {
  s.queue.hear({ owner: 'anna', key, mark: 'poop' })
  s.around.online = true
  void s.queue.resume()
  await turn()
  expect([s.sent.length, s.kept.size, s.shown.get(key)]).toEqual([1, 0, 'poop'])
})

it('is not sent in the name of the next person', async () => {
  s.queue.clear()
  s.around.online = true
  void s.queue.resume()
  await turn()
  expect(s.sent).toHaveLength(1)
})
