import { expect, test } from 'vitest'
import { csvCell, csvFile } from './csv-cell.ts'

test.each([
  ['Trash', 'Trash'],
  ['', ''],
  [null, ''],
  [undefined, ''],
  [0, '0'],
  [-3, '-3'],
  ['-3,5', `"-3,5"`],
  [true, 'true'],
  ['a;b', '"a;b"'],
  ['Er sagte "nein"', '"Er sagte ""nein"""'],
  ['zwei\nZeilen', '"zwei\nZeilen"'],
  [' Rand ', '" Rand "'],
])('%j is written as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test.each([
  '=1+1',
  '+49 170',
  '-1+2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '  =1',
  '|calc',
  '%0A',
  '=HYPERLINK("http://x")',
  '＝1+1',
  '＋49',
  '\u200b=1',
])('a spreadsheet does not calculate with %j', (value) => {
  const cell = csvCell(value)
  expect(cell.replace(/^"/, '').startsWith("'")).toBe(true)
})

test('a file has a byte order mark, German separators and CRLF', () => {
  expect(
    csvFile([
      ['Name', 'Zahl'],
      ['Ärger', 2],
    ]),
  ).toBe('\ufeffName;Zahl\r\nÄrger;2\r\n')
})
