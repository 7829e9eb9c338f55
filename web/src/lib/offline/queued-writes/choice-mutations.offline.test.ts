import { beforeEach, describe, expect, it } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { choicesHarness, lost, target, turn } from '../../../../../tests/support/web/choices-harness.ts'
import { retryQueuedMs } from './choice-mutations.ts'

/** Taps without a network. */
let s = choicesHarness()
beforeEach(async () => {
  s = choicesHarness()
  s.choices.expect()([['post:2', null]])
  await s.goOnline(false)
  await s.tap(target, 'heart')
  await s.sent[0]?.fail(lost)
})

it('stays shown and counted, is stored, and is announced once', async () => {
  await s.tap('post:2', 'poop')
  await s.sent[1]?.fail(lost)
  expect(s.stored()).toEqual([
    [target, 'heart'],
    ['post:2', 'poop'],
  ])
  expect([s.shown(), s.shown('post:2')]).toEqual(['heart', 'poop'])
  expect(s.log).toEqual(['null→heart', 'queued', 'null→poop'])
})

it('is sent once and in order when there is a network', async () => {
  await s.tap('post:2', 'poop')
  await s.sent[1]?.fail(lost)
  await s.goOnline(true)
  const over = Promise.all([s.choices.resume(), s.choices.resume(), s.client.resumePausedMutations()])
  expect(s.sentChoices().slice(2)).toEqual(['heart'])
  await s.sent[2]?.answer()
  expect(s.sentChoices().slice(2)).toEqual(['heart', 'poop'])
  await s.sent[3]?.answer()
  expect([s.sent.length, s.stored().length, s.choices.busy(target)]).toEqual([4, 0, false])
  expect([s.shown(), s.shown('post:2')]).toEqual(['heart', 'poop'])
  // The query cache refetches after a reconnect once this is over.
  await over
})

it('keeps waiting completely while the network is not really back', async () => {
  await s.tap('post:2', 'poop')
  await s.sent[1]?.fail(lost)
  await s.goOnline(true)
  await s.sent[2]?.fail(lost)
  expect([s.sent.length, s.stored().length]).toEqual([3, 2])
})

it('is replaced by the next tap: the last one wins', async () => {
  await s.tap(target, 'poop')
  expect(s.stored()).toEqual([[target, 'poop']])
  await s.sent[1]?.fail(lost)
  await s.goOnline(true)
  void s.choices.resume()
  await s.sent[2]?.answer()
  expect(s.sentChoices().slice(1)).toEqual(['poop', 'poop'])
  expect(s.shown()).toBe('poop')
})

it('is rolled back with a message when the server refuses', async () => {
  await s.goOnline(true)
  void s.choices.resume()
  await s.sent[1]?.fail(new DataError('42501', 403, 'no'))
  expect([s.shown(), s.stored().length]).toEqual([null, 0])
  expect(s.log.at(-1)).toBe('failed 403')
})

it('is replaced by what another tab has sent since', async () => {
  s.choices.receive({ owner: 'anna', target, choice: 'poop' })
  await s.goOnline(true)
  void s.choices.resume()
  await turn()
  expect([s.sent.length, s.stored().length, s.shown()]).toEqual([1, 0, 'poop'])
})

it('is not sent in the name of the next person', async () => {
  s.become('bert')
  await s.goOnline(true)
  void s.choices.resume()
  await turn()
  expect(s.sent).toHaveLength(1)
})

describe('what waits', () => {
  const waiting = (...kinds: string[]) => s.choices.waiting(kinds)

  it('is counted by kind, once per target', async () => {
    await s.tap(target, 'poop')
    await s.sent[1]?.fail(lost)
    await s.tap('post:2', 'poop')
    await s.sent[2]?.fail(lost)
    expect([waiting('post'), waiting('post', 'poll'), waiting('poll')]).toEqual([2, 2, 0])
    await s.goOnline(true)
    await s.sent[3]?.answer()
    await s.sent[4]?.answer()
    expect(waiting('post')).toBe(0)
  })

  it('is not tried without a network; when it returns, it is sent', async () => {
    await s.advance(3 * retryQueuedMs)
    expect(s.sent).toHaveLength(1)
    await s.goOnline(true)
    expect(s.sentChoices()).toEqual(['heart', 'heart'])
  })

  it('stays on the device for its member when somebody else is signed in, and is not tried', async () => {
    s.become('bert')
    await s.goOnline(true)
    await s.advance(retryQueuedMs)
    expect([s.sent.length, waiting('post')]).toEqual([1, 0])
    expect(s.stored()).toEqual([[target, 'heart']])
  })
})

it('waits for an unreachable server, which is retried after a while', async () => {
  s = choicesHarness()
  await s.tap(target, 'heart')
  for (const wait of [1000, 2000, 4000, 0]) {
    await s.sent.at(-1)?.fail(lost)
    await s.advance(wait)
  }
  expect(s.sent).toHaveLength(4)
  await s.advance(retryQueuedMs - 1)
  expect(s.sent).toHaveLength(4)
  await s.advance(1)
  expect(s.sent).toHaveLength(5)
  await s.sent[4]?.answer()
  expect([s.shown(), s.stored()]).toEqual(['heart', []])
})

it('is sent at once and in order when the page becomes visible, whenever the next try is due', async () => {
  s = choicesHarness()
  await s.tap(target, 'heart')
  for (const wait of [1000, 2000, 4000, 0]) {
    await s.sent.at(-1)?.fail(lost)
    await s.advance(wait)
  }
  await s.goOnline(false)
  await s.tap('post:2', 'poop')
  await s.sent.at(-1)?.fail(lost)
  await s.goOnline(true)
  for (const wait of [1000, 2000, 4000, 0]) {
    await s.sent.at(-1)?.fail(lost)
    await s.advance(wait)
  }
  // Nothing is due for 15 seconds.
  const { length } = s.sent
  void s.choices.resume()
  await s.advance(0)
  await s.sent.at(-1)?.answer()
  await s.sent.at(-1)?.answer()
  await s.advance(2 * retryQueuedMs)
  expect([s.sentChoices().slice(length), s.stored()]).toEqual([['heart', 'poop'], []])
})

it('is announced as waiting once, however often it is tapped', async () => {
  await s.tap(target, 'poop')
  expect(s.choices.waiting(['post'])).toBe(1)
  await s.sent[1]?.fail(lost)
  expect(s.log).toEqual(['null→heart', 'queued', 'heart→poop'])
})
