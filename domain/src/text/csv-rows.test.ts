import { expect, test } from 'vitest'
import { csvRecords, OpenQuote } from './csv-rows.ts'

const cells = (text: string) => csvRecords(text).map((record) => record.cells)

test.each([
  ['commas', 'a,b\n1,2', ','],
  ['semicolons, as German spreadsheets write', 'a;b\r\n1;2\r\n', ';'],
  ['tabs, as a copy from a spreadsheet has', 'a\tb\n1\t2', '\t'],
  ['a byte order mark', '\ufeffa,b\n1,2', ','],
])('reads %s', (_what, text) => {
  expect(cells(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('quotes hold separators, line breaks and doubled quotes', () => {
  expect(cells('a;b\n"1;2";"sie sagt ""nein""\nund geht"')).toEqual([
    ['a', 'b'],
    ['1;2', 'sie sagt "nein"\nund geht'],
  ])
})

test('each record has its line number, whatever precedes it', () => {
  expect(csvRecords('a,b\n\n"x\ny",2\n3,4').map((record) => record.line)).toEqual([1, 3, 5])
})

test('an unclosed quote is reported with its line', () => {
  expect(() => csvRecords('a,b\n1,"zwei\n3,4')).toThrow(new OpenQuote(2))
  expect(() => csvRecords('a,b\n"zwei"drei,4')).toThrow(new OpenQuote(2))
})

test('a hundred thousand lines are fast, and an empty text has no record', () => {
  expect(csvRecords('x,1\n'.repeat(100_000))).toHaveLength(100_000)
  expect(csvRecords('')).toEqual([])
})
