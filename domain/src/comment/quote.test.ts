import { expect, test } from 'vitest'
import { plainText } from '../text/plain-text.ts'
import { quoteOf } from './quote.ts'

test.each([
  ['Das stimmt\nnie und nimmer', '', '> Das stimmt\n> nie und nimmer\n\n'],
  ['> davor\n\nUnd ich?', '', '> Und ich?\n\n'],
  ['Lang und breit', ' breit ', '> breit\n\n'],
  ['> nur ein Zitat', '', ''],
  ['Es ist ||Mandy\nund Kai||', '', '> Es ist ||Mandy und Kai||\n\n'],
  ['Es ist ||Mandy||', 'ist Mandy', '> ||ist Mandy||\n\n'],
])('%j, of which %j was selected', (content, selected, quote) => expect(quoteOf(content, selected)).toBe(quote))

test('a long comment is cut, and its spoiler does not come out', () => {
  const quote = quoteOf(`||GEHEIM|| ${'x'.repeat(400)}`)
  expect(quote.length).toBeLessThan(320)
  expect(plainText(quote)).not.toContain('GEHEIM')
  expect(quoteOf(`${'x'.repeat(290)} ||GEHEIM und noch viel mehr||`)).not.toContain('GEHEIM')
})
