import { expect, test } from 'vitest'
import { karmaDeltas, karmaTexts, signedKarma } from './karma.ts'

test('every reason has a text', () => expect(Object.keys(karmaTexts)).toEqual(Object.keys(karmaDeltas)))

test.each([
  [2, '+2'],
  [-5, '−5'],
  [0, '+0'],
])('%i reads %s', (delta, text) => expect(signedKarma(delta)).toBe(text))
