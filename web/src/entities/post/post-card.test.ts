import { expect, test } from 'vitest'
import { shownExcerpt } from './post-card.tsx'

const words = 'Koffer '.repeat(25)

test('what fits is shown as it is', () => {
  expect(shownExcerpt('Zwei Koffer, ein Schrank.')).toBe('Zwei Koffer, ein Schrank.')
  expect(shownExcerpt('')).toBe('')
})

test('what was cut ends with a whole word and says that more follows', () => {
  const cut = `${words}gepo`.padEnd(180, 'x')
  expect(cut).toHaveLength(180)
  expect(shownExcerpt(cut)).toBe(`${words.trimEnd()}…`)
  expect(shownExcerpt(`${words}nahe `.slice(0, 180))).toBe(`${words.trimEnd()}…`)
})

test('one endless word stays', () => {
  expect(shownExcerpt('x'.repeat(180))).toBe(`${'x'.repeat(180)}…`)
})
