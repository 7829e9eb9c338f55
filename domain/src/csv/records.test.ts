import { expect, test } from 'vitest'
import { csvRecords } from './records.ts'

const cells = (text: string) => csvRecords(text).records.map((record) => record.cells)
const lines = (text: string) => csvRecords(text).records.map(({ line }) => line)
const faults = (text: string) => csvRecords(text).faults.map(({ line }) => line)

test.each([
  ['commas', 'a,b\n1,2'],
  ['semicolons, as German spreadsheets write', 'a;b\n1;2\n'],
  ['tabs, as a copy from a spreadsheet has', 'a\tb\n1\t2'],
  ['a separator that the first line tells', 'sep=;\na;b\n1;2'],
  ['the same, as some write it', '"sep=|"\na|b\n1|2'],
  ['commas inside quotes beside semicolons', '"a";b\n"1";2'],
])('reads %s', (_what, text) => {
  expect(cells(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('the separator is counted outside quotes', () => {
  expect(cells('"a,b,c,d";e\n1;2')).toEqual([
    ['a,b,c,d', 'e'],
    ['1', '2'],
  ])
})

test('quotes hold separators, line breaks and doubled quotes', () => {
  expect(cells('a;b\n"1;2";"sie sagt ""nein""\nund geht"')).toEqual([
    ['a', 'b'],
    ['1;2', 'sie sagt "nein"\nund geht'],
  ])
})

test('a quote inside a cell that does not begin with one is text', () => {
  expect(cells('a;b\nMilo "Mimi" Berg;2')[1]).toEqual(['Milo "Mimi" Berg', '2'])
})

test('each record has its line number, whatever precedes it', () => {
  expect(lines('a,b\n\n"x\ny",2\n3,4')).toEqual([1, 3, 5])
  expect(lines('sep=,\na,b\n,,\n"x\n\ny",2\n;\n3,4')).toEqual([2, 4, 7, 8])
})

test('rows without any text are left out', () => {
  expect(cells(';;;\na;b;;\n;;;\n1;2;;\n;;;\n')).toEqual([
    ['a', 'b', '', ''],
    ['1', '2', '', ''],
  ])
})

test('a wrong quote is named with its line, and hides neither another one nor the other rows', () => {
  expect(faults('a,b\n1,"zwei\n3,4\n5,6')).toEqual([2])
  expect(lines('a,b\n1,"zwei\n3,4\n5,6')).toEqual([1, 3, 4])
  expect(faults('a,b\n"zwei"drei,4\n5,6\n"x"y,1\n7,"offen\n8,9')).toEqual([2, 4, 5])
  expect(lines('a,b\n"zwei"drei,4\n5,6\n"x"y,1\n7,"offen\n8,9')).toEqual([1, 3, 6])
  expect(faults('a,b\n1,"sie sagt ""nein""\n3,4')).toEqual([2])
})

test('a hundred thousand lines are fast, and an empty text has no record', () => {
  expect(csvRecords('x,1\n'.repeat(100_000)).records).toHaveLength(100_000)
  expect(csvRecords('')).toEqual({ records: [], faults: [] })
})
