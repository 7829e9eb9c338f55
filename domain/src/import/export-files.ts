import { eventTypeLabels } from '../calendar/event-kind.ts'
import type { ExportTables } from '../contract/admin/imports.ts'
import { placeOf } from '../format/season-form.ts'
import { csvFile } from '../text/csv-cell.ts'
import { columnNames } from './columns.ts'
import { fileOf, type ImportTableName, importTableNames } from './import-report.ts'
import { type ColumnOf, columnsOf } from './rows.ts'

type Cells<T extends ImportTableName> = Partial<Record<ColumnOf<T>, string | number | null>>

/** What a header calls a column: the first of its German names. */
function headerOf(table: ImportTableName, column: string): string {
  if (table === 'formats' && column === 'name') return 'Name'
  const names: Readonly<Record<string, readonly string[]>> = columnNames[table]
  return names[column]?.[0] ?? column
}

/** Left out: what no import reads. */
const columnsOfFile = (table: ImportTableName) => columnsOf(table).filter((column) => column !== 'result')

const cellsOf: { [T in ImportTableName]: (row: ExportTables[T][number]) => Cells<T> } = {
  formats: (row) => row,
  seasons: (row) => row,
  stars: (row) => row,
  participants: ({ placement, ...row }) => ({ ...row, place: placeOf(placement) }),
  // A kind that has no word stays as it is.
  episodes: ({ kind, ...row }) => ({ ...row, kind: eventTypeLabels[kind] ?? null }),
}

/**
 * The five files of an import with what is there, as spreadsheets read them: German headers, `;`, byte order mark. Read
 * back unchanged they change nothing. Tables without rows have no file, because one with nothing but a header is refused.
 */
export function exportFiles(tables: ExportTables): { name: string; text: string }[] {
  return importTableNames.flatMap((table) => {
    const columns = columnsOfFile(table)
    // Each table's rows go with its own function, which TypeScript does not follow through the union.
    const toCells = cellsOf[table] as (
      row: ExportTables[ImportTableName][number],
    ) => Record<string, string | number | null>
    const rows = tables[table].map((row) => {
      const cells = toCells(row)
      return columns.map((column) => cells[column])
    })
    if (rows.length === 0) return []
    return [{ name: fileOf(table), text: csvFile([columns.map((column) => headerOf(table, column)), ...rows]) }]
  })
}
