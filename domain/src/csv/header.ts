import { searchFold } from '../text/search-fold.ts'

/** The columns of a table, each with the other names that a header may have for it. */
export type ColumnNames<C extends string> = Readonly<Record<C, readonly string[]>>

/** A header as read: which column each place holds, and what nobody knows. */
export type CsvHeader<C extends string> = {
  line: number
  /** The cells as they stand there. */
  written: readonly string[]
  /** The column of each place; undefined where the name is not known. */
  columns: readonly (C | undefined)[]
  unknown: readonly string[]
  /** Columns that stand there more than once. */
  repeated: readonly C[]
}

/** "Geburts-Datum", "geburtsdatum" and "GEBURTSDATUM" are one name. */
const foldedName = (text: string) => searchFold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** Reads a header in any order and case. Empty cells at its end are none. */
export function readHeader<C extends string>(
  { line, cells }: { line: number; cells: readonly string[] },
  names: ColumnNames<C>,
): CsvHeader<C> {
  const written = cells.slice(0, cells.findLastIndex(Boolean) + 1)
  const known = Object.keys(names) as C[]
  const columnOf = new Map(
    known.flatMap((column) => names[column].map((name): [string, C] => [foldedName(name), column])),
  )
  // A column's own name comes before what another one is also called.
  for (const column of known) columnOf.set(foldedName(column), column)
  const columns = written.map((cell) => columnOf.get(foldedName(cell)))
  return {
    line,
    written,
    columns,
    unknown: written.filter((cell, place) => cell !== '' && columns[place] === undefined),
    repeated: known.filter((column) => columns.filter((one) => one === column).length > 1),
  }
}

/** Whether a row says nothing but the header again, as pasted sheets do. */
export function repeatsHeader(header: CsvHeader<string>, cells: readonly string[]): boolean {
  const same = cells.every((cell, place) => cell === '' || foldedName(cell) === foldedName(header.written[place] ?? ''))
  return same && cells.filter(Boolean).length > 1
}

/** How the file itself calls a column, for messages. */
export const writtenName = <C extends string>(header: CsvHeader<C>, column: C): string =>
  header.written[header.columns.indexOf(column)] || column
