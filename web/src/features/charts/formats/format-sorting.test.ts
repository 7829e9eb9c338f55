import type { FormatStatistic } from '@hot/domain/contract/chart'
import { expect, test } from 'vitest'
import { formatSorting, sortFormats } from './format-sorting.ts'

function statistic(name: string, numbers: Partial<FormatStatistic>): FormatStatistic {
  return {
    format: { id: name, slug: name, name, short_name: null, emoji: null, color: '#000000' },
    participants: 0,
    seasons: 0,
    average_score: null,
    posts: 0,
    events: 0,
    events_by_month: Array(12).fill(0),
    ...numbers,
  }
}

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

test('the given list is left as it is', () => {
  order('score')
  expect(given.map(({ format }) => format.name).join('')).toBe('abc')
})
