import { chartEntries } from '@hot/domain/chart/entries'
import { fillPopular, type SearchResult } from '@hot/domain/search/results'
import { expect, test } from 'vitest'
import { highlightHits } from './hit-content.tsx'
import { searchHeadline } from './search-dialog.tsx'

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

const marked = (title: string, query: string) =>
  highlightHits(title, query)
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('')

test.each([
  ['Das Sommerhaus der Stars', 'sommer', 'Das [Sommer]haus der Stars'],
  ['Yvonne Müller', 'mueller', 'Yvonne [Müller]'],
  ['Yvonne Müller', 'MULLER', 'Yvonne [Müller]'],
  ['Yvonne Mueller', 'Müller', 'Yvonne [Mueller]'],
  ['Zoë Durão', 'durao zoe', '[Zoë] [Durão]'],
  ['Straße der Straßen', 'strasse', '[Straße] der [Straße]n'],
  ['Anna', 'xyz', 'Anna'],
  ['Anna', '   ', 'Anna'],
  ['', 'a', ''],
])('%s searched for %s reads %s', (title, query, expected) => expect(marked(title, query)).toBe(expected))

test('nothing of the title is lost or added', () => {
  const title = '👩‍👩‍👧 Łukasz „Lu“ Øster'
  expect(
    highlightHits(title, 'lu oster')
      .map(({ text }) => text)
      .join(''),
  ).toBe(title)
})
