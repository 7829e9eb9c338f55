import { describe, expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = '2026-11-21T15:04:00Z'

describe('relativeTime', () => {
  test.each([
    ['2026-11-21T15:04:30Z', 'Gerade eben'],
    ['2026-11-21T15:04:00Z', 'Gerade eben'],
    ['2026-11-21T15:03:00.001Z', 'Gerade eben'],
    ['2026-11-21T15:03:00Z', 'vor 1 Min.'],
    ['2026-11-21T14:04:00.001Z', 'vor 59 Min.'],
    ['2026-11-21T14:04:00Z', 'vor 1 Std.'],
    ['2026-11-20T15:04:00.001Z', 'vor 23 Std.'],
    ['2026-11-20T15:04:00Z', 'vor 1 Tag'],
    ['2026-11-19T15:04:00.001Z', 'vor 1 Tag'],
    ['2026-11-19T15:04:00Z', 'vor 2 Tagen'],
    ['2025-11-21T15:04:00+00:00', 'vor 365 Tagen'],
    ['2026-11-21T15:00:00', 'vor 4 Min.'],
  ])('%s: %s', (instant, text) => expect(relativeTime(instant, now)).toBe(text))
})
