import { expect, test } from 'vitest'
import { pictureCredit } from '../picture/credit.ts'
import { articleLinks, parseArticle, pictureLine } from './article.ts'

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

const src = '/storage/v1/object/public/pictures/news/0b5c0f6e-0000-4000-8000-000000000001.webp'

test.each([
  { src, width: 1200, height: 800, alt: 'Mandy am Pool', credit: 'RTL, CC BY 4.0' },
  { src, width: 64, height: 64, alt: 'Nur zu sehen', credit: '' },
])('a picture is a line of its own, with what it shows and who made it', (picture) => {
  expect(parseArticle(`Davor\n\n${pictureLine(picture)}\n\nDanach`)).toEqual([
    { kind: 'text', text: 'Davor' },
    { kind: 'picture', ...picture },
    { kind: 'text', text: 'Danach' },
  ])
})

test('brackets and quotes in what was typed do not break the line', () => {
  const typed = { src, width: 10, height: 10, alt: 'Der [neue] Cast', credit: 'Foto: "RTL")' }
  expect(parseArticle(pictureLine(typed))).toEqual([
    { kind: 'picture', ...typed, alt: 'Der (neue) Cast', credit: 'Foto: “RTL“)' },
  ])
})

test.each([
  '![x](https://evil.example/pixel.webp#1x1)',
  '![x](/storage/v1/object/public/avatars/news/0b5c0f6e-0000-4000-8000-000000000001.webp#1x1)',
  `![x](${src})`,
  `![x](${src}#0x9)`,
  `Text ![x](${src}#9x9)`,
  `![x](${src}#9x9 "a" onload="b")`,
])('%s is no picture', (text) => expect(parseArticle(text)).toEqual([{ kind: 'text', text }]))

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

test.each([
  ['RTL', 'Bild: RTL'],
  ['Foto: RTL', 'Foto: RTL'],
  ['Screenshot: RTL+ / Folge 3', 'Screenshot: RTL+ / Folge 3'],
  ['© RTL', '© RTL'],
  ['RTL, CC BY 4.0', 'Bild: RTL, CC BY 4.0'],
])('the credit %s is shown as %s', (typed, shown) => expect(pictureCredit(typed)).toBe(shown))
