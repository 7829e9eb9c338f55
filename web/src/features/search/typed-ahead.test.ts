import { expect, test } from 'vitest'
import { typedAhead } from './typed-ahead.ts'

const after = (text: string, key: string, more: Partial<KeyboardEvent> = {}) =>
  typedAhead(text, { key, ctrlKey: false, metaKey: false, altKey: false, ...more })

test.each([
  ['', 'm', {}, 'm'],
  ['mül', 'l', {}, 'müll'],
  ['mül', ' ', {}, 'mül '],
  ['mül', 'Backspace', {}, 'mü'],
  ['', 'Backspace', {}, ''],
  ['a', '€', { ctrlKey: true, altKey: true }, 'a€'],
  ['a', '👑', {}, 'a👑'],
  ['a', 'k', { ctrlKey: true }, null],
  ['a', 'v', { metaKey: true }, null],
  ['a', 'Shift', {}, null],
  ['a', 'Escape', {}, null],
  ['a', 'Dead', {}, null],
])('%j and then %s with %o: %j', (text, key, more, expected) => expect(after(text, key, more)).toBe(expected))
