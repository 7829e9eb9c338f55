import { expect, test } from 'vitest'
import { trendOf } from './stat.tsx'

test.each([
  [1, 3, { kind: 'up', by: 2 }],
  [5, 1, { kind: 'down', by: 4 }],
  [7, 7, { kind: 'same', by: 0 }],
  [9, null, { kind: 'new', by: 0 }],
])('rank %i after %s', (rank, rankWeekAgo, trend) => expect(trendOf(rank, rankWeekAgo)).toEqual(trend))
