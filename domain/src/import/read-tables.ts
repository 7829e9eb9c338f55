import { fileOf, ImportError, type ImportProblem, type ImportTableName, importTableNames } from './import-report.ts'
import { type CsvRow, parseCsv } from './parse-csv.ts'
import { columnsOf, type ImportTables, rowSchemas } from './row-schemas.ts'

/** Contents of the files by table; a table that is missing is not imported. */
export type ImportFiles = Partial<Record<ImportTableName, Uint8Array>>

/** More than any season of any format; a file beyond it was exported by mistake. */
const importFileMaxBytes = 5 * 1024 * 1024

/** What is wrong with a file before anybody has read it; null when nothing is. */
export function oversized(table: ImportTableName, bytes: number): ImportProblem | null {
  if (bytes <= importFileMaxBytes) return null
  const megabytes = Math.ceil(bytes / 1024 / 1024).toLocaleString('de-DE')
  return {
    file: fileOf(table),
    line: 1,
    message: `Die Datei ist mit ${megabytes} MB zu groß. Höchstens 5 MB gehen auf einmal: Teil sie auf.`,
  }
}

/** Reads and checks every row of every file. Fails with an `ImportError` that names all faults, not only the first. */
export function readTables(files: ImportFiles): ImportTables {
  const problems: ImportProblem[] = []
  const tables: ImportTables = { formats: [], seasons: [], stars: [], participants: [], episodes: [] }
  for (const table of importTableNames) {
    const bytes = files[table]
    const tooLarge = bytes && oversized(table, bytes.length)
    if (tooLarge) problems.push(tooLarge)
    else if (bytes) readTable(table, bytes, tables, problems)
  }
  if (problems.length > 0) throw new ImportError(problems)
  return tables
}

function readTable<T extends ImportTableName>(
  table: T,
  bytes: Uint8Array,
  tables: ImportTables,
  problems: ImportProblem[],
): void {
  try {
    for (const row of parseCsv(fileOf(table), bytes, columnsOf(table))) {
      const { values, faults } = readRow(table, row)
      problems.push(...faults)
      // The schema of this table made the row; TypeScript cannot follow that through the union.
      if (faults.length === 0) tables[table].push({ ...values, line: row.line } as never)
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    problems.push(...error.problems)
  }
}

function readRow(table: ImportTableName, row: CsvRow): { values: object; faults: ImportProblem[] } {
  const result = rowSchemas[table].safeParse(row.cells)
  if (result.success) return { values: result.data, faults: [] }
  const faults = result.error.issues.map(({ path, message }) => {
    const column = String(path[0])
    const value = (row.cells[column] ?? '').slice(0, 60)
    return {
      file: fileOf(table),
      line: row.line,
      column,
      message: `${value === '' ? 'Die Zelle' : `„${value}“`} ${message}.`,
    }
  })
  return { values: {}, faults }
}
