import { describe, expect, it, test } from 'vitest'
import { exampleOf } from '../../../tests/support/example-of.ts'
import { chartEntries } from '../chart/entries.ts'
import { formatRef } from '../contract/format.ts'
import { postHit, type SearchAnswer } from '../contract/search.ts'
import { starRef } from '../contract/star.ts'
import { popularDefaultLimit, searchDefaultLimit, searchShare } from './limits.ts'
import { fillPopular, matchCharts, mergeSearch, searchBadges } from './results.ts'

const star = (n: number) =>
  exampleOf(starRef, { id: `s${n}`, slug: `star-${n}`, first_name: 'Star', last_name: `${n}` })
const format = (n: number) => exampleOf(formatRef, { id: `f${n}`, slug: `format-${n}`, name: `Format ${n}` })
const post = (n: number) =>
  exampleOf(postHit, {
    id: `p${n}`,
    type: 'poll',
    title: `Post ${n}`,
    slug: `post-${n}`,
    created_at: '2026-11-21T12:00:00Z',
  })
const many = <T>(make: (n: number) => T, count = 9) => Array.from({ length: count }, (_, n) => make(n))
const answer = (stars: number, formats: number, posts: number): SearchAnswer => ({
  stars: many(star, stars),
  formats: many(format, formats),
  posts: many(post, posts),
})
const kinds = (results: { kind: string }[]) => results.map((result) => result.kind[0]).join('')

describe('mergeSearch', () => {
  const rankings = 'c'.repeat(Math.min(matchCharts('bestenliste').length, searchShare(searchDefaultLimit)))
  test.each([
    ['bestenliste', answer(9, 9, 9), undefined, 'sssfffpppc'],
    ['bestenliste', answer(9, 9, 9), 4, 'sfpc'],
    ['bestenliste', answer(1, 0, 2), undefined, `spp${rankings}`],
    ['karma', answer(1, 0, 2), undefined, 'sppc'],
    ['xyz', answer(2, 1, 0), undefined, 'ssf'],
    ['xyz', answer(0, 0, 0), undefined, ''],
    ['  ', answer(9, 9, 9), undefined, ''],
  ])('%j over %o with limit %s gives %j', (query, found, limit, expected) =>
    expect(kinds(mergeSearch(found, query, limit))).toBe(expected),
  )

  it('links each result to its page', () => {
    const results = mergeSearch(answer(1, 1, 1), 'karma')
    expect(results.map(({ title, path }) => [title, path])).toEqual([
      ['Star 0', '/stars/star-0'],
      ['Format 0', '/formate/format-0'],
      ['Post 0', '/trashtalk/umfragen/2026/11/21/post-0'],
      ['Karma Champions', '/charts/community/karma-champs'],
    ])
    expect(new Set(results.map((result) => result.key)).size).toBe(4)
    expect(results.map((result) => searchBadges[result.kind])).toEqual(['Star', 'Format', 'Beitrag', 'Charts'])
  })
})

describe('fillPopular', () => {
  const allCharts = 'c'.repeat(chartEntries.length)
  test.each([
    [9, 9, undefined, 'sssppc'],
    [1, 0, undefined, `s${allCharts}`.slice(0, popularDefaultLimit)],
    [0, 0, undefined, allCharts.slice(0, popularDefaultLimit)],
    [9, 9, 3, 'sss'],
  ])('%i stars and %i posts with limit %s give %s', (stars, posts, limit, expected) => {
    const { stars: s, posts: p } = answer(stars, 0, posts)
    expect(kinds(fillPopular({ stars: s, posts: p }, limit))).toBe(expected)
  })
})

describe('matchCharts', () => {
  test.each([
    ['best media', ['Social-Media-Bestenliste']],
    ['HOT best', ['HoT Bestenliste']],
    ['média', ['Social-Media-Bestenliste']],
    ['', []],
    ['kalender', []],
  ])('%j finds %j', (query, titles) => expect(matchCharts(query).map((chart) => chart.title)).toEqual(titles))
})

test.each([
  [10, 3],
  [8, 2],
  [1, 1],
])('a limit of %i gives each source %i', (limit, share) => expect(searchShare(limit)).toBe(share))

test('a word in several titles finds all of them, in the order of the menu', () => {
  const titles = chartEntries.map((chart) => chart.title).filter((title) => /bestenliste/i.test(title))
  expect(titles.length).toBeGreaterThan(1)
  expect(matchCharts('bestenliste').map((chart) => chart.title)).toEqual(titles)
})

test('the path of a chart ends in its id', () => {
  for (const chart of chartEntries) expect(chart.path).toMatch(new RegExp(`^/charts/(stars|community)/${chart.id}$`))
})
