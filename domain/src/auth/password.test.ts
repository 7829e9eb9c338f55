import { expect, test } from 'vitest'
import { passwordFault, passwordStrength } from './password.ts'

const refusal = (password: string) => passwordFault(password)?.text ?? null

test('a password has at least 8 characters of any kind', () => {
  expect(refusal('1234567')).toBe('Das Passwort muss mindestens 8 Zeichen lang sein.')
  expect(refusal('12345678')).toBeNull()
  expect(refusal('🔥🔥🔥🔥')).toMatch(/mindestens 8/)
  expect(refusal('        ')).toBeNull()
})

test('a password has at most 72 bytes, so that all of it counts', () => {
  expect(refusal('x'.repeat(72))).toBeNull()
  expect(refusal('x'.repeat(73))).toMatch(/zu lang/)
  expect(refusal('ä'.repeat(37))).toMatch(/zu lang/)
})

test.each([
  ['kurz', null],
  ['12345678', 'guessable'],
  ['Passwort1!', 'guessable'],
  ['aaaaaaaaaaaaaaaa', 'guessable'],
  ['annawalnuss', 'guessable'],
  ['gK7!tRw2', 'fair'],
  ['sommerhaus am see', 'strong'],
  ['der hund frisst gern tapete', 'strong'],
])('somebody who guesses finds %s %s', (password, strength) =>
  expect(passwordStrength(password, 'annawalnuss@gmx.de')).toBe(strength),
)
