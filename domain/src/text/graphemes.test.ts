import { expect, test } from 'vitest'
import { firstGraphemes, graphemesOf, shortened } from './graphemes.ts'

const family = '👨‍👩‍👧‍👦'

test('what people see as one character is one', () => {
  expect(graphemesOf(`a${family}🇩🇪👍🏽é`)).toEqual(['a', family, '🇩🇪', '👍🏽', 'é'])
})

test.each(['💩', family, '🇩🇪', '👍🏽', 'e\u0301'])('text of %s alone is cut between two of them', (sign) => {
  expect(firstGraphemes(sign.repeat(150), 20)).toBe(sign.repeat(20))
  expect(shortened(sign.repeat(200), 160)).toBe(`${sign.repeat(159)}…`)
  expect(shortened(sign.repeat(200), 160).isWellFormed()).toBe(true)
})

test('short texts stay, long ones end with a word', () => {
  expect(shortened('Wer war das?', 12)).toBe('Wer war das?')
  expect(shortened('Wer war das nur?', 12)).toBe('Wer war…')
  expect(shortened('Ja Donaudampfschifffahrt', 12)).toBe('Ja Donaudam…')
})
