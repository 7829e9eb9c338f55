import { expect, test } from 'vitest'
import { articleLinks, parseArticle } from './article.ts'

test('headings split the text; what is between them stays as typed', () => {
  expect(parseArticle('Vorweg.\n\n## Der Cast\n- Rico\n- Mandy\n### Neu\nText\n')).toEqual([
    { kind: 'text', text: 'Vorweg.' },
    { kind: 'heading', level: 2, text: 'Der Cast' },
    { kind: 'text', text: '- Rico\n- Mandy' },
    { kind: 'heading', level: 3, text: 'Neu' },
    { kind: 'text', text: 'Text' },
  ])
})

test.each(['#Hashtag', '# Eins', '#### Vier', '##ohne', '## ', 'a ## b'])('%s is no heading', (text) => {
  expect(parseArticle(text)).toEqual([{ kind: 'text', text: text.trim() }])
})

test('an empty text has no parts', () => {
  expect(parseArticle(' \n\n')).toEqual([])
})

test('links are found, with what is around them', () => {
  expect(articleLinks('Laut [RTL](https://www.rtl.de/a) und [Bild](http://bild.de).')).toEqual([
    'Laut ',
    { text: 'RTL', href: 'https://www.rtl.de/a' },
    ' und ',
    { text: 'Bild', href: 'http://bild.de/' },
    '.',
  ])
})

test.each([
  '[x](javascript:alert(1))',
  '[x](data:text/html,a)',
  '[x](//evil.example)',
  '[x](https://bank.de@evil.example)',
  '[](https://a.de)',
  '[x](https://a.de"onclick=b)',
  '<a href="https://a.de">x</a>',
])('%s stays text', (text) => {
  expect(articleLinks(text)).toEqual([text])
})

test('brackets without end cost little', () => {
  const started = performance.now()
  articleLinks('[a'.repeat(25_000))
  articleLinks('[a]('.repeat(12_500))
  articleLinks(`[${'a'.repeat(49_000)}](`)
  expect(performance.now() - started).toBeLessThan(500)
})
