import { describe, expect, it, test } from 'vitest'
import { trendingFormats } from './trending.ts'

const format = (name: string, participants: number, next: boolean) => ({
  name,
  participants,
  next_episode: next ? { event_date: '2026-11-22' } : null,
})
const names = (formats: { name: string }[]) => formats.map(({ name }) => name).join('')

describe('trendingFormats', () => {
  test.each([
    ['a next episode beats participants', [format('a', 99, false), format('b', 1, true)], 'ba'],
    ['then participants', [format('a', 1, true), format('b', 3, true), format('c', 2, true)], 'bca'],
    ['ties by name', [format('c', 0, false), format('ä', 0, false), format('b', 0, false)], 'äbc'],
    ['nothing', [], ''],
  ])('%s', (_, formats, expected) => expect(names(trendingFormats(formats))).toBe(expected))

  it('returns five by default and does not change the list', () => {
    const formats = Array.from({ length: 8 }, (_, n) => format(String(n), n, false))
    expect(names(trendingFormats(formats))).toBe('76543')
    expect(names(trendingFormats(formats, 2))).toBe('76')
    expect(names(formats)).toBe('01234567')
  })
})
