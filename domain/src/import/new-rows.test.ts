import { expect, test } from 'vitest'
import { cellText, newRowTexts } from './new-rows.ts'
import { prepareTables } from './prepare-tables.ts'
import { readTables } from './read-tables.ts'

const textsOf = (csv: string) => {
  const read = readTables([{ name: 'Mappe1.csv', bytes: new TextEncoder().encode(csv) }])
  const [table] = (['stars', 'episodes'] as const).filter((name) => read.sources[name])
  if (!table) throw new Error('no table was read')
  return newRowTexts(prepareTables(read), { rows: { [table]: [1] } })[0]?.texts
}

test('a new row says its day and its name as a page would', () => {
  expect(textsOf('Format,Staffel,Folge,Titel,Datum\nIN,1,2,Finale,2024-03-04\n')).toEqual([
    'IN, Staffel 1, Folge 2: Finale, 04.03.2024',
  ])
  expect(textsOf('Schlüssel;Vorname;Nachname;Spitzname\nS1;Änne;Berg;„Änni“\n')).toEqual(['Änne „Änni“ Berg (S1)'])
})

test.each([
  ['1990-12-24', '24.12.1990'],
  ['Am 1990-12-24', 'Am 1990-12-24'],
  ['', ''],
])('the value %j is shown as %j', (value, shown) => expect(cellText(value)).toBe(shown))
