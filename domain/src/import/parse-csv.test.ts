import { describe, expect, test } from 'vitest'
import { ImportError } from './import-report.ts'
import { parseCsv } from './read-tables.ts'

const columns = ['key', 'name']
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string | Uint8Array) => parseCsv('x.csv', typeof text === 'string' ? bytes(text) : text, columns)
const fault = (text: string | Uint8Array) => {
  try {
    read(text)
  } catch (error) {
    if (error instanceof ImportError) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

describe('parseCsv', () => {
  test('reads quotes, commas, empty cells, CRLF, a byte order mark and a last line without a break', () => {
    expect(read('\ufeffkey,name\r\nA,"Über, ""Berg"""\r\n\r\nB,')).toEqual([
      { line: 2, cells: { key: 'A', name: 'Über, "Berg"' } },
      { line: 4, cells: { key: 'B', name: '' } },
    ])
  })

  test('counts lines as an editor does, through line breaks inside quotes', () => {
    const rows = read('key,name\nA,"zwei\nZeilen"\n"B\n\n","x"\nC,x\n')
    expect(rows.map(({ line }) => line)).toEqual([2, 4, 7])
  })

  test.each([
    ['', 'x.csv, Zeile 1: Die Datei ist leer.'],
    ['key,name\n', 'x.csv, Zeile 1: Die Datei enthält nur die Kopfzeile.'],
    ['key,nam\nA,B\n', 'x.csv, Zeile 1, Spalte name: Hier steht „nam“. Erwartet werden die Spalten key, name.'],
    ['key\nA\n', 'x.csv, Zeile 1, Spalte name: Die Spalte fehlt. Erwartet werden die Spalten key, name.'],
    ['key,name,mehr\nA,B,C\n', 'x.csv, Zeile 1: Überzählige Spalte „mehr“. Erwartet werden die Spalten key, name.'],
    ['key;name\nA;B\n', 'x.csv, Zeile 1, Spalte key: Hier steht „key;name“. Erwartet werden die Spalten key, name.'],
    ['key,name\nA,B\nC\n', 'x.csv, Zeile 3: 1 statt 2 Spalten. Fehlt ein Anführungszeichen oder ein Komma?'],
    ['key,name\nA,B\nC,"offen\nD,E\n', 'x.csv, Zeile 3, Spalte name: Ein Anführungszeichen wird nicht geschlossen.'],
    [
      'key,name\nA,B"C\n',
      'x.csv, Zeile 2, Spalte name: Ein Anführungszeichen steht an der falschen Stelle. Im Text muss es doppelt stehen.',
    ],
    [
      'key,name\nA,"B"C\n',
      'x.csv, Zeile 2, Spalte name: Ein Anführungszeichen steht an der falschen Stelle. Im Text muss es doppelt stehen.',
    ],
  ])('refuses %j', (text, message) => expect(fault(text)).toBe(message))

  test.each([
    ['Latin-1', [...bytes('key,name\nA,M'), 0xfc, ...bytes('ller\n')], 'Zeile 2', 'Zeichen 4'],
    ['after umlauts', [...bytes('key,name\nA,äöü'), 0xff], 'Zeile 2', 'Zeichen 6'],
    ['a character cut off', [...bytes('key,name\nA,B\nC,'), 0xe2, 0x82], 'Zeile 3', 'Zeichen 3'],
    ['UTF-16', [0xff, 0xfe, 0x6b, 0x00], 'Zeile 1', 'Zeichen 1'],
  ])('names the place of invalid UTF-8: %s', (_, content, line, place) => {
    const message = fault(Uint8Array.from(content))
    expect(message).toContain(line)
    expect(message).toContain(`(${place})`)
  })

  test('finds the one broken byte of a large file', () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `K${index},Größe ${index} 😀`)
    const content = bytes(`key,name\n${lines.join('\n')}\n`)
    const at = bytes(`key,name\n${lines.slice(0, 3210).join('\n')}\n`).length + 3
    content[at] = 0xfe
    expect(fault(content)).toContain('Zeile 3212')
  })
})
