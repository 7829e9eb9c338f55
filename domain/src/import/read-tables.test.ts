import { describe, expect, test } from 'vitest'
import { problemLine } from './import-report.ts'
import { type ImportFile, readTables } from './read-tables.ts'

/** Windows-1252 beyond Latin-1, as far as these fixtures need it. */
const beyondLatin: Readonly<Record<string, number>> = { '€': 0x80, '„': 0x84, '–': 0x96, '“': 0x93, Š: 0x8a }
const windows1252 = (text: string) =>
  Uint8Array.from(text, (letter) => beyondLatin[letter] ?? letter.codePointAt(0) ?? 0)
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

const german = 'Geburtsdatum;Vorname;Nachname;Spitzname;Schlüssel\r\n24.12.1990;Jörg;Müßig–Šulc;;S1\r\n;;;„Änni“;S2\r\n'
const stars = [
  { line: 2, key: 'S1', first_name: 'Jörg', last_name: 'Müßig–Šulc', nickname: null, date_of_birth: '1990-12-24' },
  { line: 3, key: 'S2', first_name: '', last_name: '', nickname: '„Änni“', date_of_birth: null },
]

const one = (text: string | Uint8Array, name = 'Mappe1.csv'): ImportFile[] => [
  { name, bytes: typeof text === 'string' ? utf8(text) : text },
]
const faults = (text: string | Uint8Array, name?: string) => readTables(one(text, name)).problems.map(problemLine)

describe('what spreadsheets save', () => {
  test.each([
    ['„CSV (Trennzeichen-getrennt)“ of a German Excel', windows1252(german), 'Windows-1252'],
    ['„CSV UTF-8“ of a German Excel', utf8(`\ufeff${german}`), 'UTF-8'],
    ['„Unicode-Text“', utf16(german.replaceAll(';', '\t')), 'UTF-16'],
    [
      'the same with the other order of bytes',
      utf16(german.replaceAll(';', '\t')).map((_, at, all) => all[at ^ 1] ?? 0),
      'UTF-16',
    ],
    ['UTF-16 without a mark', utf16(german).subarray(2), 'UTF-16'],
    [
      'commas in UTF-8, with English headers and ISO dates',
      utf8('key,first_name,last_name,nickname,date_of_birth\nS1,Jörg,Müßig–Šulc,,1990-12-24\nS2,,,„Änni“,\n'),
      'UTF-8',
    ],
    ['a line that tells the separator is one line more', utf8(`sep=;\r\n${german}`), 'UTF-8'],
    ['old line breaks', utf8(german.replaceAll('\r\n', '\r')), 'UTF-8'],
  ])('%s', (what, bytes, encoding) => {
    const { tables, problems, readings } = readTables(one(bytes))
    const first = what.includes('tells the separator') ? 1 : 0
    expect(problems).toEqual([])
    expect(tables.stars).toEqual(stars.map((row) => ({ ...row, line: row.line + first })))
    expect(readings).toMatchObject([{ file: 'Mappe1.csv', table: 'stars', encoding }])
  })

  test('words with umlauts are shown, so that a person sees whether a guess was right', () => {
    expect(readTables(one(windows1252(german))).readings[0]?.samples).toEqual([
      'Schlüssel',
      'Jörg',
      'Müßig–Šulc',
      '„Änni“',
    ])
  })

  test('the table is known by its header, in any order and case, with empty columns behind it', () => {
    const { tables, notices, problems } = readTables([
      ...one('STAFFEL;format;Laune;Beginn;;\n1.000;IN;gut;4.3.2024;;\n;;;;;\n\n2;IN;;;;\n', 'a.csv'),
      ...one('Format,Staffel,Folge,Titel,Datum,Dauer\nIN,1,1,"Sand,\r\nüberall",2024-03-04,90\n', 'b.txt'),
    ])
    expect(problems).toEqual([])
    expect(tables.seasons).toMatchObject([
      { line: 2, season_number: 1000, format_key: 'IN', start_date: '2024-03-04' },
      { line: 5, season_number: 2, start_date: null },
    ])
    expect(tables.episodes).toMatchObject([{ title: 'Sand, überall', date: '2024-03-04', duration_minutes: 90 }])
    expect(notices.map(problemLine)).toEqual([
      'a.csv, Zeile 1, Spalte Laune: Diese Spalte kennen wir nicht. Sie wird nicht gelesen.',
    ])
  })

  test('lines are those of an editor, also behind line breaks inside cells', () => {
    const rows = ['key,name,description', 'A,a,"x\r\n\r\ny"', ',,', 'B,b,', '', 'C,c,']
    expect(readTables(one(rows.join('\r\n'))).tables.formats.map(({ line }) => line)).toEqual([2, 6, 8])
  })
})

describe('what is wrong', () => {
  test('all of it in one round: structure and cells, with the names of the file', () => {
    const text = [
      'Schlüssel;Vorname;Nachname;Geburtsdatum',
      'S1;Anna;Berg;24.12.90',
      'S2;Anna;"Berg',
      'S3;Anna',
      'Schlüssel;Vorname;Nachname;Geburtsdatum',
      'S4;J\ufffdrgen;Berg;31.2.1990',
      'S5;A;B;;C',
      'S6;Uta;Berg;',
    ].join('\r\n')
    const { problems, tables } = readTables(one(text))
    expect(problems.toSorted((a, b) => a.line - b.line).map(problemLine)).toEqual([
      'Mappe1.csv, Zeile 2, Spalte Geburtsdatum: „24.12.90“ nennt das Jahr mit zwei Ziffern. Schreib alle vier, zum Beispiel 24.12.1990.',
      'Mappe1.csv, Zeile 3: Ein Anführungszeichen wird nicht geschlossen. Ergänz es oder lösch es.',
      'Mappe1.csv, Zeile 4: Hier stehen 2 statt 4 Spalten. Fehlt ein Trennzeichen?',
      'Mappe1.csv, Zeile 5: Hier steht noch einmal die Kopfzeile. Lösch diese Zeile.',
      'Mappe1.csv, Zeile 6, Spalte Vorname: „J\ufffdrgen“ enthält das Zeichen „\ufffd“, das für einen verlorenen Buchstaben steht. Schreib ihn wieder hin.',
      'Mappe1.csv, Zeile 6, Spalte Geburtsdatum: „31.2.1990“ ist kein Datum. Schreib es wie 24.12.1990 oder 1990-12-24.',
      'Mappe1.csv, Zeile 7: Hier stehen 5 statt 4 Spalten. Setz Text mit dem Trennzeichen darin in Anführungszeichen.',
    ])
    expect(tables.stars.map(({ key }) => key)).toEqual(['S6'])
  })

  test.each([
    ['1.200', 'ist keine Länge in Minuten. Schreib nur Ziffern, zum Beispiel 90.'],
    ['0', 'ist keine Länge in Minuten. Schreib nur Ziffern, zum Beispiel 90.'],
    ['1441', 'ist länger als ein Tag. Schreib die Länge in Minuten, zum Beispiel 90.'],
  ])('a length of %s minutes', (length, fault) => {
    expect(faults(`Format;Staffel;Folge;Datum;Dauer\nIN;1;1;4.3.2024;${length}\n`)).toEqual([
      `Mappe1.csv, Zeile 2, Spalte Dauer: „${length}“ ${fault}`,
    ])
  })

  test.each([
    ['an empty file', '', 'Mappe1.csv, Zeile 1: Die Datei ist leer.'],
    ['only a header', 'key,name\n', 'Mappe1.csv, Zeile 1: Die Datei enthält nur die Kopfzeile.'],
    [
      'a column twice',
      'key,name,Format\nA,B,C\n',
      'Mappe1.csv, Zeile 1, Spalte name: „name“ (Spalte 2) und „Format“ (Spalte 3) bedeuten dasselbe. Lösch davon alle bis auf eine.',
    ],
    [
      'a number that is none',
      'Format;Staffel\nIN;1,5\n',
      'Mappe1.csv, Zeile 2, Spalte Staffel: „1,5“ ist keine ganze Zahl.',
    ],
    [
      'a broken letter in UTF-8',
      Uint8Array.from([...utf8('key,name\nA,äöü'), 0xff]),
      'Mappe1.csv, Zeile 2: Die Datei ist UTF-8, aber hier beschädigt (Zeichen 6). Speicher sie in der Tabelle als „CSV UTF-8“ und wähl sie noch einmal.',
    ],
    [
      'an Excel file itself',
      Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0x81]),
      'Mappe1.csv, Zeile 1: Das ist die Tabelle selbst (Excel, Numbers oder LibreOffice), kein CSV. Speicher sie in der Tabelle als „CSV UTF-8“ und wähl sie noch einmal.',
    ],
    [
      'what is no text',
      Uint8Array.from([0x81, 0x8d]),
      'Mappe1.csv, Zeile 1: Die Datei ist weder in UTF-8 noch in Windows-1252 gespeichert. Speicher sie in der Tabelle als „CSV UTF-8“ und wähl sie noch einmal.',
    ],
  ])('%s', (_what, text, message) => expect(faults(text)).toEqual([message]))

  test('a header that nobody knows shows what stands there and what is expected', () => {
    expect(faults('Titel;Autor\nA;B\n')[0]).toContain('Hier steht „Titel | Autor“.')
    const [message] = faults('key;titel\nA;B\n', 'stars.csv')
    expect(message).toContain('stars.csv, Zeile 1: Hier steht „key | titel“. Für Stars fehlt die Spalte first_name.')
    expect(message).toContain('date_of_birth (Geburtsdatum)')
  })

  test('a table may come once', () => {
    const text = 'key,name\nA,B\n'
    expect(readTables([...one(text, 'a.csv'), ...one(text, 'b.csv')]).problems.map(problemLine)).toEqual([
      'b.csv, Zeile 1: Auch „a.csv“ enthält Formate. Importier die eine nach der anderen.',
    ])
  })

  test('the one broken byte of a large file is found', () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `K${index},Größe ${index} 😀`)
    const content = utf8(`key,name\n${lines.join('\n')}\n`)
    const at = utf8(`key,name\n${lines.slice(0, 3210).join('\n')}\n`).length + 3
    content[at] = 0xfe
    expect(faults(content)[0]).toContain('Zeile 3212')
  })
})
