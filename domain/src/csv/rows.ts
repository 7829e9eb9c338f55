import { type CsvHeader, repeatsHeader } from './header.ts'
import type { CsvRecord, CsvRecords } from './records.ts'

/** One row: its cells by column, and the line on which it begins. */
export type CsvRow<C extends string = string> = { line: number; cells: Readonly<Partial<Record<C, string>>> }

/** A problem of a file: the line, the column as the file calls it, and what to do, as German sentences. */
export type CsvProblem = { line: number; column?: string; message: string }

export type CsvRows<C extends string> = {
  rows: CsvRow<C>[]
  /** Rows that are too long or too short, whose cells may be shifted. */
  broken: CsvRow<C>[]
  problems: CsvProblem[]
  /** What is left out, without stopping anything. */
  notices: CsvProblem[]
}

/**
 * The records below a header as rows, with every problem of their structure. `mayEndEarly`: what people paste need not
 * have the last cells.
 */
export function rowsBelow<C extends string>(
  header: CsvHeader<C>,
  { records, faults }: CsvRecords,
  { mayEndEarly = false }: { mayEndEarly?: boolean } = {},
): CsvRows<C> {
  const read: CsvRows<C> = { rows: [], broken: [], problems: [...faults], notices: noticesOf(header) }
  read.problems.push(...header.repeated.map((column) => twice(header, column)))
  for (const record of records) {
    if (record.line <= header.line) continue
    const row = { line: record.line, cells: cellsOf(header, record) }
    const problem = problemOf(header, record, mayEndEarly)
    if (problem) {
      read.problems.push({ line: record.line, message: problem })
      read.broken.push(row)
    } else read.rows.push(row)
  }
  return read
}

const cellsOf = <C extends string>({ columns }: CsvHeader<C>, { cells }: CsvRecord): CsvRow<C>['cells'] =>
  // The keys are the header's columns, which fromEntries cannot tell.
  Object.fromEntries(columns.flatMap((column, place) => (column ? [[column, cells[place] ?? '']] : []))) as Partial<
    Record<C, string>
  >

function problemOf(header: CsvHeader<string>, { cells }: CsvRecord, mayEndEarly: boolean): string | null {
  if (repeatsHeader(header, cells)) return 'Hier steht noch einmal die Kopfzeile. Lösch diese Zeile.'
  const expected = header.written.length
  const given = Math.max(cells.findLastIndex(Boolean) + 1, Math.min(cells.length, expected))
  if (given === expected || (mayEndEarly && given < expected)) return null
  const cause =
    given < expected ? 'Fehlt ein Trennzeichen?' : 'Setz Text mit dem Trennzeichen darin in Anführungszeichen.'
  return `Hier stehen ${given} statt ${expected} Spalten. ${cause}`
}

const noticesOf = ({ line, unknown }: CsvHeader<string>): CsvProblem[] =>
  unknown.map((column) => ({ line, column, message: 'Diese Spalte kennen wir nicht. Sie wird nicht gelesen.' }))

function twice<C extends string>({ line, columns, written }: CsvHeader<C>, column: C): CsvProblem {
  const places = columns.flatMap((one, place) => (one === column ? [`„${written[place]}“ (Spalte ${place + 1})`] : []))
  return { line, column, message: `${places.join(' und ')} bedeuten dasselbe. Lösch davon alle bis auf eine.` }
}
