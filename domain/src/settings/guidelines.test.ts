import { expect, test } from 'vitest'
import { beginsWithRules, guidelineChapters, standardGuidelines } from './guidelines.ts'

test('the standard guidelines have the chapters that decisions cite, with their anchors', () => {
  expect(guidelineChapters(standardGuidelines).map(({ id, title }) => [id, title])).toEqual([
    ['ton', '1. Der Ton'],
    ['geruechte', '2. Gerüchte'],
    ['privates', '3. Privates bleibt privat'],
    ['inhalte', '4. Was sonst nicht geht'],
  ])
  expect(beginsWithRules(standardGuidelines)).toBe(true)
})

test('further chapters are numbered and linkable, and smaller headings belong to their chapter', () => {
  const chapters = guidelineChapters(`${standardGuidelines}\n\n## Für Kinder & Co.\n\n### Wer?\n\nAb 16.`)
  expect(chapters.at(-1)).toEqual({ id: 'fuer-kinder-co', title: '5. Für Kinder & Co.', text: '### Wer?\n\nAb 16.' })
})

test.each([
  ['no chapter', 'Seid nett.'],
  ['a renamed one', standardGuidelines.replace('## Der Ton', '## Ton')],
  ['another order', `## Neu\n\nVorne.\n\n${standardGuidelines}`],
  ['one missing', standardGuidelines.replace('## Gerüchte', 'Gerüchte')],
])('guidelines with %s are refused', (_, markup) => {
  expect(beginsWithRules(markup)).toBe(false)
})
