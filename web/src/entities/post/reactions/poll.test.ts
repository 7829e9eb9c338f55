import { describe, expect, it } from 'vitest'
import { pollEnd } from './poll.tsx'

const now = '2026-11-21T16:00:00Z'

describe('pollEnd', () => {
  it.each([
    [null, null],
    ['2026-11-21T19:15:00Z', { over: false, text: 'endet heute um 20:15 Uhr' }],
    ['2026-11-22T19:15:00Z', { over: false, text: 'endet morgen um 20:15 Uhr' }],
    ['2026-11-30T23:30:00Z', { over: false, text: 'endet am Di, 1. Dez. um 00:30 Uhr' }],
    ['2026-11-21T16:00:00Z', { over: true, text: 'beendet heute' }],
    ['2026-11-20T10:00:00Z', { over: true, text: 'beendet gestern' }],
    ['2026-11-01T10:00:00Z', { over: true, text: 'beendet am So, 1. Nov.' }],
  ])('of %s is %j', (endsAt, expected) => {
    expect(pollEnd(endsAt, now)).toEqual(expected)
  })
})
