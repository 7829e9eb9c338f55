import { expect, test } from 'vitest'
import { withLine } from './text-picture.tsx'

test.each([
  ['', null, 'Bild'],
  ['Text', null, 'Text\n\nBild'],
  ['Eins zwei', 4, 'Eins\n\nBild\n\nzwei'],
  ['Eins\n\n\nzwei', 5, 'Eins\n\nBild\n\nzwei'],
  ['Nie darin gewesen', 0, 'Nie darin gewesen\n\nBild'],
])('into %o at %s', (text, place, expected) => expect(withLine(text, 'Bild', place)).toBe(expected))
