import { expect, test } from 'vitest'
import { completeMention, mentionAtCaret, singleSpace, withMention } from './use-mentions.ts'

/** The caret is at |. */
const at = (marked: string) => mentionAtCaret(marked.replace('|', ''), marked.indexOf('|'))

test.each([
  ['@|', { start: 0, query: '' }],
  ['Hallo @an|na', { start: 6, query: 'an' }],
  ['(@Kä|', { start: 1, query: 'Kä' }],
  ['eins\n@zw|', { start: 5, query: 'zw' }],
  ['@anna |', null],
  ['a@b|', null],
  ['@@b|', null],
  ['|@anna', null],
  [`@${'x'.repeat(21)}|`, null],
])('in %j the mention is %j', (marked, expected) => expect(at(marked)).toEqual(expected))

test.each([
  ['Hallo @an|', 'Hallo @anna |'],
  ['@an| und du', '@anna |und du'],
  ['@an|!', '@anna |!'],
])('%j becomes %j', (marked, expected) => {
  const text = marked.replace('|', '')
  const mention = at(marked)
  if (!mention) throw new Error('no mention')
  const done = completeMention(text, mention, 'anna')
  expect(`${done.text.slice(0, done.caret)}|${done.text.slice(done.caret)}`).toBe(expected)
})

test('an answer to a reply mentions its author once and keeps the draft', () => {
  expect(withMention('', 'anna')).toBe('@anna ')
  expect(withMention('Nein.', 'anna')).toBe('@anna Nein.')
  expect(withMention('@anna Nein.', 'anna')).toBe('@anna Nein.')
  expect(withMention('Nein.', undefined)).toBe('Nein.')
})

test.each([
  ['a blank typed right after the mention is the one there', '@anna  ', 7, 6, '@anna '],
  ['in the middle too', '@anna  und du', 7, 6, '@anna und du'],
  ['a letter is no blank', '@anna x', 7, 6, null],
  ['later blanks are meant', '@anna x  ', 9, 6, null],
  ['no mention was taken', '@anna  ', 7, null, null],
])('%s', (_, text, caret, after, expected) => expect(singleSpace(text, caret, after)).toBe(expected))
