import { expect, test } from 'vitest'
import { shownExcerpt } from './excerpt.ts'

const words = 'Koffer '.repeat(25)

test('a short text is not changed', () => {
  expect(shownExcerpt('Zwei Koffer, ein Schrank.')).toBe('Zwei Koffer, ein Schrank.')
  expect(shownExcerpt('')).toBe('')
})

test('a cut text ends with a whole word and an ellipsis', () => {
  const cut = `${words}gepo`.padEnd(180, 'x')
  expect(cut).toHaveLength(180)
  expect(shownExcerpt(cut)).toBe(`${words.trimEnd()}…`)
  expect(shownExcerpt(`${words}nahe `.slice(0, 180))).toBe(`${words.trimEnd()}…`)
})

test('a single long word is not cut', () => {
  expect(shownExcerpt('x'.repeat(180))).toBe(`${'x'.repeat(180)}…`)
})

test('an emoji that the API has cut in half is left out', () => {
  const family = '👨‍👩‍👧‍👦'
  const cut = [...family.repeat(30)].slice(0, 180).join('')
  expect(shownExcerpt(cut)).toBe(`${family.repeat(25)}…`)
})

test('whom there is no more has a word, whose length does not tell the name’s', () => {
  expect(shownExcerpt('Frag mal @*********, oder @***!')).toBe('Frag mal @Unbekannt, oder @Unbekannt!')
  expect(shownExcerpt('5 ** 2, @anna und **fett**')).toBe('5 ** 2, @anna und **fett**')
})
