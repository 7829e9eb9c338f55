import { expect, test } from 'vitest'
import { withLine } from './text-picture.tsx'

test.each([
  ['', null, 'Bild'],
  ['Text', null, 'Text\n\nBild'],
  // Within a word, and between two.
  ['Eins zwei', 2, 'Eins zwei\n\nBild'],
  ['Eins zwei', 4, 'Eins zwei\n\nBild'],
  ['Eins zwei.\n\nDrei vier.', 3, 'Eins zwei.\n\nBild\n\nDrei vier.'],
  ['Am 3.5. ging er.', 7, 'Am 3.5.\n\nBild\n\nging er.'],
  ['Am 3.5. ging er.', 5, 'Am 3.5. ging er.\n\nBild'],
  ['Ein Satz. Noch einer.', 9, 'Ein Satz.\n\nBild\n\nNoch einer.'],
  ['Er rief: „Raus!“ Dann Ruhe.', 16, 'Er rief: „Raus!“\n\nBild\n\nDann Ruhe.'],
  ['Eins\n\nzwei', 6, 'Eins\n\nBild\n\nzwei'],
  ['Eins\n\n\nzwei', 5, 'Eins\n\nBild\n\nzwei'],
  ['Nie darin gewesen', 0, 'Nie darin gewesen\n\nBild'],
])('into %o at %s', (text, place, expected) => expect(withLine(text, 'Bild', place)).toBe(expected))
