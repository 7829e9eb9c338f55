import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import * as z from 'zod/mini'
import { firstGraphemes } from '../text/graphemes.ts'
import { fileOf, ImportError, type ImportProblem, type ImportTableName, importTableNames } from './import-report.ts'
import { columnsOf, type ImportTables, rowSchemas } from './rows.ts'

/** One row of a file: its cells by column name, and the line on which it begins (1 is the header). */
export type CsvRow = { line: number; cells: Readonly<Record<string, string>> }

/**
 * Parses a CSV file (RFC 4180: comma, double quotes, UTF-8 with or without BOM) whose header must be exactly `columns`,
 * on the server or in a browser. Throws an `ImportError` with the line and, if known, the column.
 */
export function parseCsv(file: string, bytes: Uint8Array, columns: readonly string[]): CsvRow[] {
  if (bytes.length === 0) throw problem(file, 1, 'Die Datei ist leer.')
  const [header, ...rows] = records(file, textOf(file, bytes), columns)
  checkHeader(file, header?.record ?? [], columns)
  if (rows.length === 0) throw problem(file, 1, 'Die Datei enthält nur die Kopfzeile.')
  return rows.map(({ line, record }) => {
    if (record.length !== columns.length)
      throw problem(
        file,
        line,
        `${record.length} statt ${columns.length} Spalten. Fehlt ein Anführungszeichen oder ein Komma?`,
      )
    return { line, cells: Object.fromEntries(columns.map((column, index) => [column, record[index] ?? ''])) }
  })
}

const problem = (file: string, line: number, message: string, column?: string) =>
  new ImportError([{ file, line, message, ...(column ? { column } : {}) }])

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function textOf(file: string, bytes: Uint8Array): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  const start = firstBrokenByte(bytes)
  const before = new TextDecoder().decode(bytes.subarray(0, start))
  const lines = before.split('\n')
  const place = `Zeichen ${(lines.at(-1) ?? '').length + 1}`
  throw problem(
    file,
    lines.length,
    `Die Datei ist nicht in UTF-8 gespeichert (${place}). Bitte als „CSV UTF-8“ speichern.`,
  )
}

/**
 * Position of the first byte that is not UTF-8, found by bisection. Each half is cut where a character begins, because
 * a prefix that ends inside one would count as invalid.
 */
function firstBrokenByte(bytes: Uint8Array): number {
  let valid = 0
  let broken = bytes.length
  while (broken - valid > 4) {
    const middle = (valid + broken) >> 1
    const end = characterStart(bytes, middle)
    if (end > valid && isUtf8(bytes.subarray(0, end))) valid = end
    else broken = middle
  }
  for (;;) {
    const length = [1, 2, 3, 4].find(
      (size) => valid + size <= bytes.length && isUtf8(bytes.subarray(valid, valid + size)),
    )
    if (length === undefined) return valid
    valid += length
  }
}

function characterStart(bytes: Uint8Array, from: number): number {
  let at = from
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--
  return at
}

type RawRecord = { line: number; record: string[] }

function records(file: string, text: string, columns: readonly string[]): RawRecord[] {
  try {
    const parsed = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as {
      record: string[]
      info: { lines: number }
    }[]
    // `lines` is the line on which a record ends; it begins before the line breaks inside its own quotes.
    return parsed.map(({ record, info }) => ({ record, line: info.lines - lineBreaksIn(record) }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const column = typeof error.column === 'number' ? columns[error.column] : undefined
    throw problem(file, openingLine(error, text), quotingMessage(error.code), column)
  }
}

const lineBreaksIn = (record: readonly string[]) => record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)

/** The line of an error. For a quote that is never closed, the parser reports the end of the file. */
function openingLine(error: CsvError, text: string): number {
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return Number(error.lines)
  const upTo = text.lastIndexOf('"')
  return text.slice(0, upTo + 1).split('\n').length
}

function quotingMessage(code: string): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'Ein Anführungszeichen wird nicht geschlossen.'
  return 'Ein Anführungszeichen steht an der falschen Stelle. Im Text muss es doppelt stehen.'
}

function checkHeader(file: string, header: readonly string[], columns: readonly string[]): void {
  const wrong = columns.findIndex((column, index) => header[index] !== column)
  const expected = `Erwartet werden die Spalten ${columns.join(', ')}.`
  if (wrong >= 0) {
    const found = header[wrong] ? `Hier steht „${firstGraphemes(header[wrong], 60)}“.` : 'Die Spalte fehlt.'
    throw problem(file, 1, `${found} ${expected}`, columns[wrong])
  }
  if (header.length > columns.length)
    throw problem(file, 1, `Überzählige Spalte „${firstGraphemes(header[columns.length] ?? '', 60)}“. ${expected}`)
}

/** The selected files by table; they are read on submit. */
export const importForm = z.object({
  files: z
    .custom<Partial<Record<ImportTableName, File>>>()
    .check(z.refine((files) => Object.values(files).some(Boolean), 'Wähl mindestens eine Datei.')),
})
export type ChosenFiles = z.infer<typeof importForm>['files']

/** The table of a file by its name, ignoring case and the `(1)` that browsers add to a second download; or null. */
export function tableOf(fileName: string): ImportTableName | null {
  const name = fileName.toLowerCase().replace(/ ?\(\d+\)/, '')
  return importTableNames.find((table) => name === fileOf(table)) ?? null
}

/** Contents of the files by table; a missing table is not imported. */
export type ImportFiles = Partial<Record<ImportTableName, Uint8Array>>

/** Far larger than real exports. */
const importFileMaxBytes = 5 * 1024 * 1024

/** The problem of a file that is too large to be read, or null. */
export function oversized(table: ImportTableName, bytes: number): ImportProblem | null {
  if (bytes <= importFileMaxBytes) return null
  const megabytes = Math.ceil(bytes / 1024 / 1024).toLocaleString('de-DE')
  return {
    file: fileOf(table),
    line: 1,
    message: `Die Datei ist mit ${megabytes} MB zu groß. Höchstens 5 MB gehen auf einmal: Teil sie auf.`,
  }
}

/** What the files hold, and what is wrong with each row alone. */
export type ReadTables = {
  /** Rows without a problem. */
  tables: ImportTables
  problems: ImportProblem[]
  /** Cells of the other rows, to which rows may refer; null: the whole file could not be read. */
  faulty: Record<ImportTableName, CsvRow['cells'][] | null>
}

/** Reads every row of every file, and names all problems, not only the first. */
export function readTables(files: ImportFiles): ReadTables {
  const read: ReadTables = {
    tables: { formats: [], seasons: [], stars: [], participants: [], episodes: [] },
    problems: [],
    faulty: { formats: [], seasons: [], stars: [], participants: [], episodes: [] },
  }
  for (const table of importTableNames) {
    const bytes = files[table]
    const tooLarge = bytes && oversized(table, bytes.length)
    if (tooLarge) {
      read.problems.push(tooLarge)
      read.faulty[table] = null
    } else if (bytes) readTable(table, bytes, read)
  }
  return read
}

function readTable<T extends ImportTableName>(
  table: T,
  bytes: Uint8Array,
  { tables, problems, faulty }: ReadTables,
): void {
  try {
    for (const row of parseCsv(fileOf(table), bytes, columnsOf(table))) {
      const { values, faults } = readRow(table, row)
      problems.push(...faults)
      // The values come from this table's schema, which TypeScript cannot infer through the union.
      if (faults.length === 0) tables[table].push({ ...values, line: row.line } as never)
      else faulty[table]?.push(row.cells)
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    problems.push(...error.problems)
    faulty[table] = null
  }
}

function readRow(table: ImportTableName, row: CsvRow): { values: object; faults: ImportProblem[] } {
  const result = rowSchemas[table].safeParse(row.cells)
  if (result.success) return { values: result.data, faults: [] }
  const faults = result.error.issues.map(({ path, message }) => {
    const column = String(path[0])
    const value = firstGraphemes(row.cells[column] ?? '', 60)
    return {
      file: fileOf(table),
      line: row.line,
      column,
      message: `${value === '' ? 'Die Zelle' : `„${value}“`} ${message}.`,
    }
  })
  return { values: {}, faults }
}
