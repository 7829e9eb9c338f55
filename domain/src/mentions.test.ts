import { expect, test } from 'vitest'
import { mentionBeingTyped, mentionedNames, withMention } from './mentions.ts'

test.each([
  ['@Anna hat recht', ['anna']],
  ['hallo @anna, @Öko.Test und @anna', ['anna', 'öko.test']],
  ['frag @anna.', ['anna.']],
  ['anna@web.de @@anna x@anna', []],
  ['(@anna) „@bert“', ['anna', 'bert']],
  [`@${'x'.repeat(21)}`, []],
  ['@ ... @...', []],
  [Array.from({ length: 12 }, (_, n) => `@nr_${n}`).join(' '), Array.from({ length: 10 }, (_, n) => `nr_${n}`)],
])('names in %s', (text, names) => expect(mentionedNames(text)).toEqual(names))

test.each([
  ['Hallo @an', 9, { query: 'an', start: 6 }],
  ['Hallo @an', 7, { query: '', start: 6 }],
  ['Hallo @an ', 10, null],
  ['mail@an', 7, null],
])('what is typed in %s before %i', (text, caret, typed) => expect(mentionBeingTyped(text, caret)).toEqual(typed))

test('choosing a name replaces what was typed and keeps the rest', () => {
  expect(withMention('Na @an da', 6, 'Anna')).toEqual({ text: 'Na @Anna da', caret: 9 })
  expect(withMention('Na', 2, 'Anna')).toEqual({ text: 'Na', caret: 2 })
})
