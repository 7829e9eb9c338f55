import { chartFormats, type FormatStatistic } from '@hot/domain/contract/chart'
import { socialAccount } from '@hot/domain/contract/star'
import { expect, test } from 'vitest'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { formatSorting, sortFormats } from './api.ts'
import { formatChartSearch, memberChartSearch, socialChartSearch, socialPlatforms } from './search.ts'

test('valid parameters are read', () => {
  expect(socialChartSearch({ plattform: 'tiktok', nach: 'WyJNIl0' })).toEqual({ plattform: 'tiktok', nach: 'WyJNIl0' })
  expect(memberChartSearch({ zeitraum: 'gesamt' })).toEqual({ zeitraum: 'gesamt' })
  expect(formatChartSearch({ sortierung: 'score' })).toEqual({ sortierung: 'score' })
})

test('every platform of the contract is offered', () => {
  expect(socialPlatforms.map(({ key }) => key)).toEqual(socialAccount.shape.platform.options)
})

test.each([
  [socialChartSearch, { plattform: 'myspace' }],
  [socialChartSearch, { plattform: ['x'] }],
  [memberChartSearch, { zeitraum: 7 }],
  [memberChartSearch, { zeitraum: 30 }],
  [formatChartSearch, { sortierung: 'constructor' }],
])('invalid values and defaults are dropped', (read, given) => {
  expect(Object.values(read(given)).filter((value) => value !== undefined)).toEqual([])
})

const statistic = (name: string, numbers: Partial<FormatStatistic>) =>
  exampleOf(chartFormats.element, { format: { name }, ...numbers })

const given = [
  statistic('a', { participants: 30, average_score: null, posts: 2, seasons: 1, events: 5 }),
  statistic('b', { participants: 20, average_score: 0, posts: 2, seasons: 3, events: 9 }),
  statistic('c', { participants: 10, average_score: 71.5, posts: 8, seasons: 2, events: 0 }),
]
const order = (key: Parameters<typeof formatSorting>[0]) =>
  sortFormats(given, formatSorting(key))
    .map(({ format }) => format.name)
    .join('')

test('most comes first', () => {
  expect(order('staffeln')).toBe('bca')
  expect(order('sendungen')).toBe('bac')
})

test('a format without a score comes after one with the lowest', () => expect(order('score')).toBe('cba'))

test('ties keep the order of the database', () => expect(order('posts')).toBe('cab'))

test('participants are the default', () => expect(order(undefined)).toBe('abc'))

test('the given list is not changed', () => {
  order('score')
  expect(given.map(({ format }) => format.name).join('')).toBe('abc')
})
