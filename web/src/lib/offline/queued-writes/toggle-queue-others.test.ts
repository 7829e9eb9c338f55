import { beforeEach, describe, expect, it } from 'vitest'
import type { Mark } from './own-reactions.ts'
import { key, lost, queueStage } from './toggle-queue-harness.ts'

/** What the server, other tabs and other people say meanwhile. */
let s = queueStage()
beforeEach(() => {
  s = queueStage()
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
