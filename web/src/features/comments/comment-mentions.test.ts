import { expect, test } from 'vitest'
import { mentionParts } from './comment-mentions.ts'

const linked = (text: string) => mentionParts(text).flatMap((part) => (part.path ? [`${part.text} ${part.path}`] : []))

test.each([
  ['@tvnudel Ohne Anwalt sage ich nichts.', ['@tvnudel /user/@tvnudel']],
  ['Frag @nachtschicht.nils. Der weiß es.', ['@nachtschicht.nils /user/@nachtschicht.nils']],
  ['(@Käse_Igel), @anna!', ['@Käse_Igel /user/@K%C3%A4se_Igel', '@anna /user/@anna']],
  ['@anna @anna', ['@anna /user/@anna', '@anna /user/@anna']],
  ['mail@example.de und a@bcd', []],
  ['@ab ist zu kurz, @... ist niemand', []],
  [`@${'x'.repeat(21)}`, []],
  ['@@anna und //x/@anna', []],
  ['@аnna mit kyrillischem а', []],
  ['@<script>', []],
])('%j names %j', (text, expected) => expect(linked(text)).toEqual(expected))

test('nothing of the text is lost', () => {
  const text = 'Hallo @anna., <b>@tvnudel</b> \u202e@x\n@käse'
  expect(
    mentionParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
