import { describe, expect, it, test } from 'vitest'
import { cleanLine, cleanText, textLength } from './sanitize-text.ts'

describe('cleanText', () => {
  test.each([
    ['NUL', 'a\u0000b', 'ab'],
    ['controls', 'a\u0007\u001b[0m\u007f\u009fb', 'a[0mb'],
    ['tabs', 'a\tb', 'a b'],
    ['line breaks', 'a\r\nb\rc\nd\u2028e\u2029f\u0085g', 'a\nb\nc\nd\ne\nf\ng'],
    ['a lone high surrogate', 'a\ud83db', 'a\ufffdb'],
    ['a lone low surrogate', 'a\ude00', 'a\ufffd'],
    ['a whole emoji with joiner', '👩‍🎤 ❤️', '👩‍🎤 ❤️'],
    ['NFD', 'Mu\u0308ller', 'Müller'],
    ['eight marks on a letter', `a${'\u0316'.repeat(8)}b`, `a${'\u0316'.repeat(8)}b`],
    ['more marks than any letter has', `a${'\u0316'.repeat(99)}b`, `a${'\u0316'.repeat(8)}b`],
    ['marks around a control character', `a${'\u0316'.repeat(8)}\u0000${'\u0316'.repeat(8)}`, `a${'\u0316'.repeat(8)}`],
    ['a Thai syllable', 'ที่นี้', 'ที่นี้'],
    ['more than any field holds', 'x'.repeat(100_001), 'x'.repeat(100_000)],
    ['bidi overrides', 'gut\u202egpj.exe\u202c', 'gutgpj.exe'],
    ['bidi isolates', '\u2066a\u2069', 'a'],
    ['right-to-left text', 'שלום \u200fעולם', 'שלום \u200fעולם'],
    ['spaces at the ends', ' a ', ' a '],
    ['spaces only', '  \n ', ''],
    ['zero-width characters only', '\u200b\u200b\u2060\ufeff', ''],
    ['blanks of other scripts only', '\u3164 \u2800\u115f\u{e0041}\n\u00ad', ''],
    ['zero-width characters in a text', 'a\u200bb', 'a\u200bb'],
    ['an emoji without letters', '\u2764\ufe0f', '\u2764\ufe0f'],
    ['two empty lines', 'a\n\n\nb', 'a\n\n\nb'],
    ['two thousand empty lines', `a${'\n'.repeat(2001)}b`, 'a\n\n\nb'],
    ['lines that only look full', 'a\n\u200b\n \n\u2800\n\nb', 'a\n\n\nb'],
    ['markup, which is text here', '<script>', '<script>'],
    ['nothing', '', ''],
  ])('%s', (_, text, clean) => expect(cleanText(text)).toBe(clean))

  it('changes nothing when applied twice, even if a removed control was inside a sequence', () => {
    for (const text of ['u\u0000\u0308', '\ud83d\u0000\ude00', 'a\r\u0000\nb']) {
      expect(cleanText(cleanText(text))).toBe(cleanText(text))
    }
  })
})

it('is fast on two megabytes of alternating marks of two classes', () => {
  const start = performance.now()
  expect(textLength(cleanText('\u0301\u0316'.repeat(500_000)))).toBe(8)
  expect(performance.now() - start).toBeLessThan(2000)
})

test.each([
  ['  Zieht\u00a0Mandy \n ins   Sommerhaus? ', 'Zieht Mandy ins Sommerhaus?'],
  ['\n\t ', ''],
])('cleanLine of %j is %j', (text, line) => expect(cleanLine(text)).toBe(line))

test.each([
  ['äöü', 3],
  ['😀', 1],
  ['', 0],
])('%j has %i characters', (text, length) => expect(textLength(text)).toBe(length))
