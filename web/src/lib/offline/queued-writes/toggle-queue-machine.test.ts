import { beforeEach, describe, expect, it } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { key, lost, queueStage } from './toggle-queue-harness.ts'

const refused = new DataError('42501', 403, 'no')
let s = queueStage()
beforeEach(() => {
  s = queueStage()
})

describe('taps', () => {
  it('are shown and counted before anything is answered', () => {
    s.queue.set(key, 'heart')
    expect(s.shown.get(key)).toBe('heart')
    expect(s.log).toEqual(['null→heart'])
  })

  it('in a row send one request at a time, and the last one wins', async () => {
    for (const mark of ['heart', 'poop', null, 'poop']) s.queue.set(key, mark)
    expect(s.sent.map(({ mark }) => mark)).toEqual(['heart'])
    await s.sent[0]?.answer()
    expect(s.sent.map(({ mark }) => mark)).toEqual(['heart', 'poop'])
    await s.sent[1]?.answer()
    expect(s.sent).toHaveLength(2)
    expect(s.shown.get(key)).toBe('poop')
    expect(s.news).toEqual([{ owner: 'anna', key, mark: 'poop' }])
    expect(s.queue.busy(key)).toBe(false)
  })

  it('that end where the first request went need no second one', async () => {
    for (const mark of ['heart', null, 'heart']) s.queue.set(key, mark)
    await s.sent[0]?.answer()
    expect(s.sent).toHaveLength(1)
    expect(s.log).toEqual(['null→heart', 'heart→null', 'null→heart'])
  })

  it('on different things do not wait for one another', () => {
    s.queue.set(key, 'heart')
    s.queue.set('post:2', 'heart')
    expect(s.sent).toHaveLength(2)
  })

  it('before it is known what was chosen count nothing, and ask afterwards', async () => {
    s = queueStage('unknown')
    s.queue.set(key, 'heart')
    await s.sent[0]?.answer()
    expect(s.log).toEqual(['stale'])
    expect(s.shown.get(key)).toBe('heart')
  })
})

describe('a refusal', () => {
  it('takes back what was shown and counted, and says so once', async () => {
    s.queue.set(key, 'heart')
    await s.sent[0]?.fail(refused)
    expect(s.shown.get(key)).toBe(null)
    expect(s.log).toEqual(['null→heart', 'heart→null', 'failed 403'])
    expect(s.sent).toHaveLength(1)
    expect(s.news).toEqual([])
  })

  it('of the second tap goes back to the first, which stands', async () => {
    s.queue.set(key, 'heart')
    s.queue.set(key, 'poop')
    await s.sent[0]?.answer()
    await s.sent[1]?.fail(refused)
    expect(s.shown.get(key)).toBe('heart')
    expect(s.log.at(-2)).toBe('poop→heart')
  })

  it('does not stop the next tap', async () => {
    s.queue.set(key, 'heart')
    await s.sent[0]?.fail(refused)
    s.queue.set(key, 'poop')
    await s.sent[1]?.answer()
    expect(s.shown.get(key)).toBe('poop')
  })
})

describe('a lost answer', () => {
  it('is asked for again after 1, 2 and 4 seconds, then kept and shown', async () => {
    s.queue.set(key, 'heart')
    await s.sent[0]?.fail(lost)
    for (const [index, wait] of [1000, 2000, 4000].entries()) {
      await s.advance(wait - 1)
      expect(s.sent).toHaveLength(index + 1)
      await s.advance(1)
      expect(s.sent).toHaveLength(index + 2)
      await s.sent[index + 1]?.fail(lost)
    }
    expect([...s.kept]).toEqual([[key, 'heart']])
    expect(s.shown.get(key)).toBe('heart')
    expect(s.log).toEqual(['null→heart', 'kept'])
  })

  it('is asked for as patiently as at first once somebody taps again', async () => {
    s.queue.set(key, 'heart')
    await s.sent[0]?.fail(lost)
    await s.advance(1000)
    s.queue.set(key, 'poop')
    await s.sent[1]?.fail(lost)
    await s.advance(1000)
    expect(s.sent.map(({ mark }) => mark)).toEqual(['heart', 'heart', 'poop'])
  })

  it('is noticed after the time limit of the connection', async () => {
    s.queue.set(key, 'heart')
    await s.advance(8000)
    await s.advance(1000)
    expect(s.sent).toHaveLength(2)
    await s.sent[1]?.answer()
    expect(s.log).toEqual(['null→heart'])
    expect(s.shown.get(key)).toBe('heart')
  })

  it('of a tap that was taken back meanwhile still sends the way back: the server may have it', async () => {
    s.queue.set(key, 'heart')
    s.queue.set(key, null)
    await s.sent[0]?.fail(lost)
    await s.advance(1000)
    expect(s.sent.map(({ mark }) => mark)).toEqual(['heart', null])
    await s.sent[1]?.answer()
    expect(s.sent).toHaveLength(2)
  })

  it('from a server in trouble counts as lost', async () => {
    s.queue.set(key, 'heart')
    await s.sent[0]?.fail(new DataError('', 503, 'away'))
    await s.advance(1000)
    await s.sent[1]?.answer()
    expect(s.shown.get(key)).toBe('heart')
  })

  it('from a server that stays in trouble is taken back, told and looked up', async () => {
    s.queue.set(key, 'heart')
    for (const wait of [1000, 2000, 4000, 0]) {
      await s.sent.at(-1)?.fail(new DataError('', 500, 'broken'))
      await s.advance(wait)
    }
    expect(s.shown.get(key)).toBe(null)
    expect(s.log).toEqual(['null→heart', 'heart→null', 'stale', 'failed 500'])
  })
})
