import { networkPolicy } from '@hot/domain/query-policy'
import { beforeEach, describe, expect, it } from 'vitest'
import { DataError } from './data-error.ts'
import { fakeClock } from './fake-clock.ts'
import type { Mark, MarkKey } from './own-marks.ts'
import { createToggleQueue, type MarkNews } from './toggle-queue-machine.ts'

const key = 'post:1'
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** The queue with a server that answers when it is told to. */
function stage(base: 'unknown' | null = null) {
  const clock = fakeClock()
  const shown = new Map<MarkKey, Mark>()
  const sent: { mark: Mark; answer(): Promise<void>; fail(error: unknown): Promise<void> }[] = []
  const log: string[] = []
  const news: MarkNews[] = []
  const around = { online: true, owner: 'anna' as string | undefined }
  const queue = createToggleQueue({
    clock,
    online: () => around.online,
    policy: () => networkPolicy('4g'),
    owner: () => around.owner,
    shown: (asked) => shown.get(asked),
    show(entries) {
      for (const [at, mark] of entries) mark === undefined ? shown.delete(at) : shown.set(at, mark)
    },
    announce: (told) => news.push(told),
  })
  queue.define('post', {
    write: (_, mark) =>
      new Promise((resolve, reject) => {
        const then = (settle: () => void) => () => {
          settle()
          return turn() as Promise<void>
        }
        sent.push({ mark, answer: then(resolve), fail: (error) => then(() => reject(error))() })
      }),
    moved: (_, from, to) => log.push(`${from}→${to}`),
    stale: () => log.push('stale'),
    failed: (_, error) => log.push(`failed ${(error as DataError).status}`),
  })
  if (base !== 'unknown') queue.expect()([[key, base]])
  const advance = async (ms: number) => {
    clock.advance(ms)
    await turn()
  }
  return { queue, shown, sent, log, news, around, advance }
}

const refused = new DataError('42501', 403, 'no')
const lost = new DataError('', 0, 'Failed to fetch')
let s = stage()
beforeEach(() => {
  s = stage()
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
    s = stage('unknown')
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
  it('is asked for again after 1, 2 and 4 seconds, then taken back, told and looked up', async () => {
    s.queue.set(key, 'heart')
    await s.sent[0]?.fail(lost)
    for (const [index, wait] of [1000, 2000, 4000].entries()) {
      await s.advance(wait - 1)
      expect(s.sent).toHaveLength(index + 1)
      await s.advance(1)
      expect(s.sent).toHaveLength(index + 2)
      expect(s.shown.get(key)).toBe('heart')
      await s.sent[index + 1]?.fail(lost)
    }
    expect(s.shown.get(key)).toBe(null)
    expect(s.log).toEqual(['null→heart', 'heart→null', 'stale', 'failed 0'])
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

  it('without a network is not waited for', async () => {
    s.around.online = false
    s.queue.set(key, 'heart')
    await s.sent[0]?.fail(lost)
    expect(s.shown.get(key)).toBe(null)
    expect(s.log.at(-1)).toBe('failed 0')
  })

  it('from a server in trouble counts as lost', async () => {
    s.queue.set(key, 'heart')
    await s.sent[0]?.fail(new DataError('', 503, 'away'))
    await s.advance(1000)
    await s.sent[1]?.answer()
    expect(s.shown.get(key)).toBe('heart')
  })
})

describe('answers about marks', () => {
  it('that were asked for before a tap do not undo it', async () => {
    const take = s.queue.expect()
    s.queue.set(key, 'heart')
    await s.sent[0]?.answer()
    take([
      [key, null],
      ['post:2', 'poop'],
    ])
    expect(s.shown.get(key)).toBe('heart')
    expect(s.shown.get('post:2')).toBe('poop')
  })

  it('of the member before are not shown', () => {
    const take = s.queue.expect()
    s.queue.clear()
    take([['post:2', 'poop']])
    expect(s.shown.has('post:2')).toBe(false)
  })
})

describe('another tab', () => {
  const told = (mark: Mark, owner = 'anna') => s.queue.hear({ owner, key, mark })

  it('shows its mark here and has the counts asked for', () => {
    told('poop')
    expect(s.shown.get(key)).toBe('poop')
    expect(s.log).toEqual(['stale'])
  })

  it('does not disturb a tap that is on its way; afterwards the truth is asked for', async () => {
    s.queue.set(key, 'heart')
    told('poop')
    expect(s.shown.get(key)).toBe('heart')
    await s.sent[0]?.answer()
    expect(s.log.at(-1)).toBe('stale')
  })

  it('of somebody else says nothing here', () => {
    told('poop', 'bert')
    expect(s.shown.get(key)).toBe(null)
  })
})

describe('when somebody else is looking', () => {
  it('nothing that waited is sent in their name', async () => {
    s.queue.set(key, 'heart')
    await s.sent[0]?.fail(lost)
    s.queue.clear()
    await s.advance(10_000)
    expect(s.sent).toHaveLength(1)
    expect(s.log).toEqual(['null→heart'])
  })

  it('a late answer changes nothing', async () => {
    s.queue.set(key, 'heart')
    s.queue.set(key, null)
    s.queue.clear()
    await s.sent[0]?.answer()
    expect(s.sent).toHaveLength(1)
    expect(s.news).toEqual([])
  })
})
