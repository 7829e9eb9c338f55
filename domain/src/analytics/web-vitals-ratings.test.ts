import { expect, test } from 'vitest'
import { type VitalName, type VitalRating, vitalRating } from './web-vitals-ratings.ts'

test.each<[VitalName, number, VitalRating]>([
  ['CLS', 0, 'good'],
  ['CLS', 0.1, 'good'],
  ['CLS', 0.11, 'needs-improvement'],
  ['CLS', 0.25, 'needs-improvement'],
  ['CLS', 0.26, 'poor'],
  ['INP', 200, 'good'],
  ['INP', 201, 'needs-improvement'],
  ['INP', 501, 'poor'],
  ['FCP', 1800, 'good'],
  ['FCP', 3000, 'needs-improvement'],
  ['FCP', 3001, 'poor'],
  ['LCP', 2500, 'good'],
  ['LCP', 4000, 'needs-improvement'],
  ['LCP', 4001, 'poor'],
  ['TTFB', 800, 'good'],
  ['TTFB', 1800, 'needs-improvement'],
  ['TTFB', 1801, 'poor'],
])('%s of %d is %s', (name, value, rating) => {
  expect(vitalRating(name, value)).toBe(rating)
})
