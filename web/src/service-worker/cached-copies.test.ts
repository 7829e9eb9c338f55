import { expect, it } from 'vitest'
import { surplus } from './cached-copies.ts'
import { copyDelayOf } from './page-answer.ts'
import { copyLimits } from './worker-limits.ts'

const day = 24 * 60 * 60_000
const now = 100 * day
const limits = { entries: 2, maxAgeMs: 7 * day, freshMs: 0 }
const copy = (url: string, days: number) => ({ url, at: now - days * day })
const urls = (copies: readonly { url: string }[]) => copies.map(({ url }) => url)

it('copies that are too old are deleted, and of the rest the oldest above the limit', () => {
  expect(urls(surplus([copy('new', 1), copy('old', 8), copy('older', 3), copy('newest', 0)], limits, now))).toEqual([
    'old',
    'older',
  ])
  expect(surplus([copy('a', 6), copy('b', 7)], limits, now)).toEqual([])
})

it('pictures are limited to 100 and fresh for an hour, and no removable content stays longer than a week', () => {
  expect(copyLimits.pictures).toMatchObject({ entries: 100, freshMs: 60 * 60_000 })
  expect(Math.max(copyLimits.pages.maxAgeMs, copyLimits.pictures.maxAgeMs)).toBeLessThanOrEqual(7 * day)
})

it('a copy is shown sooner on a bad connection', () => {
  const bad = [copyDelayOf({ effectiveType: '3g' }), copyDelayOf({ effectiveType: 'slow-2g' })]
  const other = [copyDelayOf({ effectiveType: '4g' }), copyDelayOf({}), copyDelayOf(undefined)]
  expect(Math.max(...bad)).toBeLessThan(Math.min(...other))
})
