import { beforeEach, describe, expect, it } from 'vitest'
import { choicesHarness, lost, target } from '../../../../../tests/support/web/choices-harness.ts'
import type { Choice } from './own-choices.ts'

/** Changes by the server, other tabs and other people meanwhile. */
let s = choicesHarness()
beforeEach(() => {
  s = choicesHarness()
})

describe('answers about choices', () => {
  it('that were requested before a tap do not undo it', async () => {
    const take = s.choices.expect()
    await s.tap(target, 'heart')
    await s.sent[0]?.answer()
    take([
      [target, null],
      ['post:2', 'poop'],
    ])
    expect(s.shown()).toBe('heart')
    expect(s.shown('post:2')).toBe('poop')
  })

  it('of the former member are not shown', () => {
    const take = s.choices.expect()
    s.become('bert')
    take([['post:2', 'poop']])
    expect(s.shown('post:2') !== undefined).toBe(false)
  })
})

describe('another tab', () => {
  const fromOtherTab = (choice: Choice, owner = 'anna') => s.choices.receive({ owner, target, choice })

  it('shows its choice here and has the counts refetched', () => {
    fromOtherTab('poop')
    expect(s.shown()).toBe('poop')
    expect(s.log).toEqual(['stale'])
  })

  it('does not disturb a tap in flight; afterwards the choice is refetched', async () => {
    await s.tap(target, 'heart')
    fromOtherTab('poop')
    expect(s.shown()).toBe('heart')
    await s.sent[0]?.answer()
    expect(s.log.at(-1)).toBe('stale')
  })

  it('of somebody else changes nothing here', () => {
    fromOtherTab('poop', 'bert')
    expect(s.shown()).toBe(null)
  })
})

describe('when somebody else signs in', () => {
  it('nothing queued is sent in their name', async () => {
    await s.tap(target, 'heart')
    await s.sent[0]?.fail(lost)
    s.become('bert')
    await s.advance(10_000)
    expect(s.sent).toHaveLength(1)
    expect(s.log).toEqual(['null→heart'])
  })

  it('a late answer changes nothing', async () => {
    await s.tap(target, 'heart')
    await s.tap(target, null)
    s.become('bert')
    await s.sent[0]?.answer()
    expect(s.sent).toHaveLength(1)
    expect(s.news).toEqual([])
  })
})
