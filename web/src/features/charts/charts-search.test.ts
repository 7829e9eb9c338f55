import { socialAccount } from '@hot/domain/contract/star'
import { expect, test } from 'vitest'
import { formatChartSearch, memberChartSearch, socialChartSearch, starChartSearch } from './charts-search.ts'
import { socialPlatforms } from './social/social-platforms.ts'

test('what the pages offer is taken over', () => {
  expect(starChartSearch({ nach: 'abc' })).toEqual({ nach: 'abc' })
  expect(socialChartSearch({ plattform: 'tiktok', nach: 'abc' })).toEqual({ plattform: 'tiktok', nach: 'abc' })
  expect(memberChartSearch({ zeitraum: 'gesamt' })).toEqual({ zeitraum: 'gesamt' })
  expect(formatChartSearch({ sortierung: 'score' })).toEqual({ sortierung: 'score' })
})

test('every platform of the wire is offered', () => {
  expect(socialPlatforms.map(({ key }) => key)).toEqual(socialAccount.shape.platform.options)
})

test.each([
  [starChartSearch, { nach: 7 }],
  [starChartSearch, { nach: 'x'.repeat(501) }],
  [socialChartSearch, { plattform: 'myspace' }],
  [socialChartSearch, { plattform: ['x'] }],
  [memberChartSearch, { zeitraum: 7 }],
  [memberChartSearch, { zeitraum: 30 }],
  [formatChartSearch, { sortierung: 'constructor' }],
])('nonsense and defaults are left out', (read, given) => {
  expect(Object.values(read(given)).filter((value) => value !== undefined)).toEqual([])
})
