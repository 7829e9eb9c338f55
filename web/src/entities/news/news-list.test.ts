import { expect, test } from 'vitest'
import { newsDate } from './news-list.tsx'

test('news of today has its time in Berlin', () => {
  expect(newsDate('2026-11-21T10:20:00Z', '2026-11-21')).toBe('heute, 11:20')
})

test('older news has its day', () => {
  expect(newsDate('2026-11-20T10:20:00Z', '2026-11-21')).toBe('gestern')
  expect(newsDate('2026-11-19T10:20:00Z', '2026-11-21')).toBe('Do, 19. Nov.')
})

test('what was published late in the evening UTC belongs to the next day in Berlin', () => {
  expect(newsDate('2026-11-20T23:30:00Z', '2026-11-21')).toBe('heute, 00:30')
})
