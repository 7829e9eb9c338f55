import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { choicesHarness, lost, target, turn } from '../../../../../tests/support/web/choices-harness.ts'
import { retryQueuedMs } from './choice-mutations.ts'

const refused = new DataError('42501', 403, 'no')
let s = choicesHarness()
beforeEach(() => {
  s = choicesHarness()
})

describe('taps', () => {
  it('are shown and counted before there is an answer', () => {
    s.choices.choose(target, 'heart')
    expect(s.shown()).toBe('heart')
    expect(s.log).toEqual(['null→heart'])
  })

  it('in a row send one request at a time, and the last one wins', async () => {
    for (const choice of ['heart', 'poop', null, 'poop']) await s.tap(target, choice)
    expect(s.sentChoices()).toEqual(['heart'])
    await s.sent[0]?.answer()
    expect(s.sentChoices()).toEqual(['heart', 'poop'])
    await s.sent[1]?.answer()
    expect(s.sent).toHaveLength(2)
    expect(s.shown()).toBe('poop')
    expect(s.news).toEqual([{ owner: 'anna', target, choice: 'poop' }])
    expect(s.choices.busy(target)).toBe(false)
  })

  it('that return to the first request need no second one', async () => {
    for (const choice of ['heart', null, 'heart']) await s.tap(target, choice)
    await s.sent[0]?.answer()
    expect(s.sent).toHaveLength(1)
    expect(s.log).toEqual(['null→heart', 'heart→null', 'null→heart'])
  })

  it('on different targets do not wait for one another', async () => {
    await s.tap(target, 'heart')
    await s.tap('post:2', 'heart')
    expect(s.sent).toHaveLength(2)
  })

  it('before the current choice is known count nothing, and refetch afterwards', async () => {
    s = choicesHarness('unknown')
    await s.tap(target, 'heart')
    await s.sent[0]?.answer()
    expect(s.log).toEqual(['stale'])
    expect(s.shown()).toBe('heart')
  })
})

describe('a refusal', () => {
  it('rolls back what was shown and counted, and notifies once', async () => {
    await s.tap(target, 'heart')
    await s.sent[0]?.fail(refused)
    expect(s.shown()).toBe(null)
    expect(s.log).toEqual(['null→heart', 'heart→null', 'failed 403'])
    expect(s.sent).toHaveLength(1)
    expect(s.news).toEqual([])
  })

  it('of the second tap goes back to the confirmed first one', async () => {
    await s.tap(target, 'heart')
    await s.tap(target, 'poop')
    await s.sent[0]?.answer()
    await s.sent[1]?.fail(refused)
    expect(s.shown()).toBe('heart')
    expect(s.log.at(-2)).toBe('poop→heart')
  })

  it('does not stop the next tap', async () => {
    await s.tap(target, 'heart')
    await s.sent[0]?.fail(refused)
    await s.tap(target, 'poop')
    await s.sent[1]?.answer()
    expect(s.shown()).toBe('poop')
  })
})

describe('a lost answer', () => {
  it('is retried after 1, 2 and 4 seconds, then queued and still shown', async () => {
    await s.tap(target, 'heart')
    await s.sent[0]?.fail(lost)
    for (const [index, wait] of [1000, 2000, 4000].entries()) {
      await s.advance(wait - 1)
      expect(s.sent).toHaveLength(index + 1)
      await s.advance(1)
      expect(s.sent).toHaveLength(index + 2)
      await s.sent[index + 1]?.fail(lost)
    }
    expect(s.stored()).toEqual([[target, 'heart']])
    expect(s.shown()).toBe('heart')
    expect(s.log).toEqual(['null→heart', 'queued'])
  })

  it('is retried from the start after another tap', async () => {
    await s.tap(target, 'heart')
    await s.sent[0]?.fail(lost)
    await s.advance(1000)
    await s.tap(target, 'poop')
    await s.sent[1]?.fail(lost)
    await s.advance(1000)
    expect(s.sentChoices()).toEqual(['heart', 'heart', 'poop'])
  })

  it('is noticed after the time limit of the connection', async () => {
    await s.tap(target, 'heart')
    await s.advance(8000)
    await s.advance(1000)
    expect(s.sent).toHaveLength(2)
    await s.sent[1]?.answer()
    expect(s.log).toEqual(['null→heart'])
    expect(s.shown()).toBe('heart')
  })

  it('of a tap that was undone meanwhile still sends the undo, because the server may have the tap', async () => {
    await s.tap(target, 'heart')
    await s.tap(target, null)
    await s.sent[0]?.fail(lost)
    await s.advance(1000)
    expect(s.sentChoices()).toEqual(['heart', null])
    await s.sent[1]?.answer()
    expect(s.sent).toHaveLength(2)
  })

  it('with a 5xx counts as lost', async () => {
    await s.tap(target, 'heart')
    await s.sent[0]?.fail(new DataError('', 503, 'away'))
    await s.advance(1000)
    await s.sent[1]?.answer()
    expect(s.shown()).toBe('heart')
  })

  it('with repeated 5xx is rolled back, notified and refetched', async () => {
    await s.tap(target, 'heart')
    for (const wait of [1000, 2000, 4000, 0]) {
      await s.sent.at(-1)?.fail(new DataError('', 500, 'broken'))
      await s.advance(wait)
    }
    expect(s.shown()).toBe(null)
    expect(s.log).toEqual(['null→heart', 'heart→null', 'stale', 'failed 500'])
  })
})

describe('a server without room', () => {
  const full = new DataError('PGRST003', 503, 'later', '', 2)

  it('that says when to come again is asked again then', async () => {
    await s.tap(target, 'heart')
    await s.sent[0]?.fail(full)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(s.sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await turn()
    await s.sent[1]?.answer()
    expect([s.shown(), s.choices.busy(target)]).toEqual(['heart', false])
  })

  it('for longer keeps the choice, which is stored, and gets it later', async () => {
    await s.tap(target, 'heart')
    for (let tries = 0; tries < 4; tries += 1) {
      await s.sent[tries]?.fail(full)
      await vi.advanceTimersByTimeAsync(5_000)
      await turn()
    }
    expect(s.log).toEqual(['null→heart', 'queued, full'])
    expect(s.stored()).toEqual([[target, 'heart']])
    await vi.advanceTimersByTimeAsync(retryQueuedMs)
    await turn()
    await s.sent[4]?.answer()
    expect([s.sent.length, s.shown(), s.stored().length]).toEqual([5, 'heart', 0])
  })
})
