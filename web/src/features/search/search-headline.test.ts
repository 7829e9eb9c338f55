import { chartEntries } from '@hot/domain/chart/entries'
import { fillPopular, type SearchResult } from '@hot/domain/search/results'
import { expect, test } from 'vitest'
import { searchHeadline } from './search-headline.ts'

const some: readonly SearchResult[] = fillPopular({ stars: [], posts: [] })

test.each([
  ['', some, 'ready', 'Beliebte Inhalte'],
  ['', [], 'loading', 'Suche...'],
  ['müller', [], 'loading', 'Suche...'],
  ['müller', some, 'ready', 'Suchergebnisse für "müller"'],
  ['xyz', [], 'ready', 'Keine Ergebnisse für "xyz" gefunden'],
  ['xyz', [], 'failed', 'Die Suche klemmt gerade. Versuch es noch einmal.'],
] as const)('for "%s" with %o while %s: %s', (query, results, state, headline) =>
  expect(searchHeadline({ query, results, state })).toBe(headline),
)

test('the sample is not empty', () => expect(some).toHaveLength(chartEntries.length))
