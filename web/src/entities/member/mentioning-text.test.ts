import { expect, test } from 'vitest'
import { mentionParts } from './mentioning-text.tsx'

const known = {
  tvnudel: 'tvnudel',
  anna: 'anna-2',
  'nachtschicht.nils': 'nachtschicht-nils',
  käse_igel: 'kaese-igel',
  'punkt.': 'punkt',
  punkt: 'punkt-2',
  ex: 'jetzt-anders',
}
const linked = (text: string) =>
  mentionParts(text, known).flatMap((part) => (part.path ? [`${part.text} ${part.path}`] : []))

test.each([
  ['@tvnudel Ohne Anwalt sage ich nichts.', ['@tvnudel /user/tvnudel']],
  ['Frag @nachtschicht.nils. Der weiß es.', ['@nachtschicht.nils /user/nachtschicht-nils']],
  ['(@Käse_Igel), @ANNA!', ['@Käse_Igel /user/kaese-igel', '@ANNA /user/anna-2']],
  ['@anna @anna', ['@anna /user/anna-2', '@anna /user/anna-2']],
  ['@anna... und @punkt. und @punkt', ['@anna /user/anna-2', '@punkt. /user/punkt', '@punkt /user/punkt-2']],
  ['@anna.Das ist so, @anna-fan und _@anna_', ['@anna /user/anna-2', '@anna /user/anna-2', '@anna /user/anna-2']],
  ['Wer einmal @Ex hieß', ['@Ex /user/jetzt-anders']],
  ['@niemand, @gelöscht, @annanas, @*******', []],
  ['@constructor @toString @__proto__ @hasOwnProperty', []],
  ['anna@anna.de und a@anna', []],
  ['@ allein, @... ist niemand', []],
  ['@@anna und //x/@anna', []],
  ['@аnna mit kyrillischem а', []],
  ['@<script>', []],
])('%j names %j', (text, expected) => expect(linked(text)).toEqual(expected))

test('without known names there are no links', () => {
  expect(mentionParts('@anna und @tvnudel', null)).toEqual([{ text: '@anna und @tvnudel' }])
})

test('no text is lost', () => {
  const text = 'Hallo @anna., <b>@tvnudel</b> \u202e@x\n@käse @niemand'
  expect(
    mentionParts(text, known)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
