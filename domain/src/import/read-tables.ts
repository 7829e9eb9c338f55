import * as z from 'zod/mini'
import { type CsvEncoding, type DecodedCsv, decodeCsv, UnreadableText, umlautSamples } from '../csv/decode.ts'
import { type CsvHeader, readHeader, writtenName } from '../csv/header.ts'
import { type CsvRecords, csvRecords } from '../csv/records.ts'
import { type CsvProblem, type CsvRow, rowsBelow } from '../csv/rows.ts'
import { shortened } from '../text/graphemes.ts'
import { columnNames, columnsText, missingColumns, tableOfName } from './columns.ts'
import { fileOf, type ImportProblem, type ImportTableName, importTableNames, tableNames } from './import-report.ts'
import { type ImportTables, rowSchemas } from './rows.ts'

/** The selected files; they are read on submit. */
export const importForm = z.object({
  files: z.custom<readonly File[]>().check(z.refine((files) => files.length > 0, 'Wähl mindestens eine Datei.')),
})
export type ChosenFiles = z.infer<typeof importForm>['files']

/** A file as chosen; which table it is, its header says. */
export type ImportFile = { name: string; bytes: Uint8Array }

/** Far larger than real exports. */
const importFileMaxBytes = 5 * 1024 * 1024

/** The problem of a file that is too large to be read, or null. */
export function oversized(file: string, bytes: number): ImportProblem | null {
  if (bytes <= importFileMaxBytes) return null
  const megabytes = Math.ceil(bytes / 1024 / 1024).toLocaleString('de-DE')
  const message = `Die Datei ist mit ${megabytes} MB zu groß. Höchstens 5 MB gehen auf einmal: Teil sie auf.`
  return { file, line: 1, message }
}

/** How a file was read. `samples`: words by which a person sees whether a guessed encoding is right; none, if nothing is guessed. */
export type FileReading = { file: string; table: ImportTableName; encoding: CsvEncoding; samples: string[] }

/** Where a table comes from, and how its header calls the columns. */
type Source = { file: string; nameOf: (column: string) => string; has: (column: string) => boolean }

/** What the files hold, and what is wrong with each row alone. */
export type ReadTables = {
  /** Rows without a problem. */
  tables: ImportTables
  problems: ImportProblem[]
  /** What is left out without stopping the import. */
  notices: ImportProblem[]
  readings: FileReading[]
  sources: Partial<Record<ImportTableName, Source>>
  /** Cells of the other rows, to which rows may refer; null: the whole file could not be read. */
  faulty: Record<ImportTableName, CsvRow['cells'][] | null>
}

/** Reads every row of every file, and names all problems, not only the first. */
export function readTables(files: readonly ImportFile[]): ReadTables {
  const read: ReadTables = {
    tables: { formats: [], seasons: [], stars: [], participants: [], episodes: [] },
    problems: [],
    notices: [],
    readings: [],
    sources: {},
    faulty: { formats: [], seasons: [], stars: [], participants: [], episodes: [] },
  }
  for (const file of files) readFile(file, read)
  return read
}

/** Places a problem in the file of a table, by the column's name there. */
export function problemAt(
  { sources }: Pick<ReadTables, 'sources'>,
  table: ImportTableName,
  line: number,
  column: string,
  message: string,
): ImportProblem {
  const { file = fileOf(table), nameOf = (name: string) => name } = sources[table] ?? {}
  return { file, line, column: nameOf(column), message }
}

/** Everything may refer to a file that could not be read: which one it would have been, nobody knows for sure. */
function unread(read: ReadTables, file: string, problem: CsvProblem, table = tableOfName(file)): void {
  read.problems.push({ file, ...problem })
  for (const one of table ? [table] : importTableNames) read.faulty[one] = null
}

function readFile({ name: file, bytes }: ImportFile, read: ReadTables): void {
  const tooLarge = oversized(file, bytes.length)
  if (tooLarge) unread(read, file, tooLarge)
  else {
    try {
      readText(file, decodeCsv(bytes), read)
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error
      unread(read, file, { line: error.line, message: error.message })
    }
  }
}

function readText(file: string, { text, encoding }: DecodedCsv, read: ReadTables): void {
  const records = csvRecords(text)
  const chosen = recognised(file, records)
  if ('message' in chosen) {
    read.problems.push(...records.faults.map((fault) => ({ file, ...fault })))
    unread(read, file, { line: chosen.line, message: chosen.message }, chosen.table)
    return
  }
  const { table, header } = chosen
  const earlier = read.sources[table]
  if (earlier) unread(read, file, second(table, header.line, earlier.file), table)
  else {
    read.readings.push({ file, table, encoding, samples: encoding === 'Windows-1252' ? umlautSamples(text) : [] })
    readTable(file, table, header, records, read)
  }
}

const second = (table: ImportTableName, line: number, earlier: string) => ({
  line,
  message: `Auch „${earlier}“ enthält ${tableNames[table]}. Importier die eine nach der anderen.`,
})

type Recognised =
  | { table: ImportTableName; header: CsvHeader<string> }
  | { table: ImportTableName | null; line: number; message: string }

/** The table whose columns a header has: the one that takes most of them, and of two the one the file is named after. */
function recognised(file: string, { records, faults }: CsvRecords): Recognised {
  const named = tableOfName(file)
  const [first] = records
  if (!first && faults.length === 0) return { table: named, line: 1, message: 'Die Datei ist leer.' }
  if (!first || faults.some(({ line }) => line < first.line))
    return { table: named, line: 1, message: 'Die Kopfzeile ist nicht zu lesen.' }
  const candidates = importTableNames.map((table) => {
    const header = readHeader<string>(first, columnNames[table])
    const matched = header.columns.filter(Boolean).length + (table === named ? 0.5 : 0)
    return { table, header, matched, missing: missingColumns(table, header.columns) }
  })
  const best = candidates.toSorted((a, b) => b.matched - a.matched)
  const fitting = best.find(({ missing }) => missing.length === 0)
  if (fitting && records.length === 1 && faults.length === 0)
    return { table: fitting.table, line: first.line, message: 'Die Datei enthält nur die Kopfzeile.' }
  if (fitting) return { table: fitting.table, header: fitting.header }
  const near = best.find(({ table, matched }) => matched >= 1 && (named === null || table === named))
  const found = `Hier steht „${shortened(first.cells.filter(Boolean).join(' | '), 80)}“.`
  return near
    ? { table: near.table, line: first.line, message: `${found} ${missingText(near.table, near.missing)}` }
    : { table: named, line: first.line, message: `${found} ${strangeText()}` }
}

function missingText(table: ImportTableName, missing: readonly string[]): string {
  const columns = missing.length === 1 ? `fehlt die Spalte ${missing[0]}` : `fehlen die Spalten ${missing.join(', ')}`
  return `Für ${tableNames[table]} ${columns}. Erwartet werden: ${columnsText(table)}.`
}

const strangeText = () =>
  `Das passt zu keiner Tabelle. Die erste Zeile muss die Spalten nennen, für Stars etwa ${columnsText('stars')}.`

function readTable(
  file: string,
  table: ImportTableName,
  header: CsvHeader<string>,
  records: CsvRecords,
  { tables, problems, notices, sources, faulty }: ReadTables,
): void {
  const nameOf = (column: string) => writtenName(header, column)
  sources[table] = { file, nameOf, has: (column) => header.columns.includes(column) }
  const below = rowsBelow(header, records)
  const at = (problem: CsvProblem) => ({ file, ...problem })
  problems.push(...below.problems.map(at))
  notices.push(...below.notices.map(at))
  const cells = Object.keys(columnNames[table])
  // A row with a wrong quote has no cells: what refers to it is not at fault itself.
  if (records.faults.length > 0) faulty[table] = null
  else faulty[table]?.push(...below.broken.map((row) => row.cells))
  for (const row of below.rows) {
    // A column that the file does not have is empty, which means unknown.
    const whole = { ...Object.fromEntries(cells.map((column) => [column, ''])), ...row.cells }
    const result = rowSchemas[table].safeParse(whole)
    // The values come from this table's schema, which TypeScript cannot infer through the union.
    if (result.success) tables[table].push({ ...result.data, line: row.line } as never)
    else {
      for (const { path, message } of result.error.issues) {
        const column = String(path[0])
        const value = shortened(row.cells[column] ?? '', 60)
        const begin = value === '' ? 'Die Zelle' : `„${value}“`
        problems.push({ file, line: row.line, column: nameOf(column), message: `${begin} ${message}.` })
      }
      faulty[table]?.push(row.cells)
    }
  }
}
