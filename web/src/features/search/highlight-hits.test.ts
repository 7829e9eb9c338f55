import { expect, test } from 'vitest'
import { markHits } from './highlight-hits.ts'

const marked = (title: string, query: string) =>
  markHits(title, query)
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
    markHits(title, 'lu oster')
      .map(({ text }) => text)
      .join(''),
  ).toBe(title)
})
