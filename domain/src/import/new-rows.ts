import { starName } from '../star/name.ts'
import { type ImportProblem, type ImportTableName, importTableNames } from './import-report.ts'
import type { PreparedRow, PreparedTables } from './prepare-tables.ts'
import { problemAt, type ReadTables } from './read-tables.ts'

/** What an import would make: the places of its rows from 1, and those whose name is there already. */
type ImportNew = {
  rows: Partial<Record<ImportTableName, number[]>>
  doubles: { table: 'formats' | 'stars'; nth: number; name: string; slug: string }[]
}

/** What a row of an import says, as a person recognises it. */
function rowText(table: ImportTableName, row: PreparedRow): string {
  const season = `${row.format_key}, Staffel ${row.season_number}`
  const texts: Record<ImportTableName, () => string> = {
    formats: () => `${row.name} (${row.key})`,
    seasons: () => (row.title ? `${season}: ${row.title}` : season),
    stars: () => `${nameOf(row)} (${row.key})`,
    participants: () =>
      row.placement ? `${row.star_key} in ${season}: ${row.placement}` : `${row.star_key} in ${season}`,
    episodes: () => `${season}, Folge ${row.episode_number}: ${row.title}, ${cellText(String(row.date))}`,
  }
  return texts[table]()
}

const textOf = (cell: PreparedRow[string] | undefined) => (typeof cell === 'string' ? cell : null)

const nameOf = ({ first_name, last_name, nickname }: PreparedRow) =>
  starName({ first_name: textOf(first_name), last_name: textOf(last_name), nickname: textOf(nickname) })

/** A value as people read it: a day is `24.12.1990`, as in their files. */
export const cellText = (value: string): string => value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1')

/** The rows that an import would make, by table, as texts. */
export const newRowTexts = (
  tables: PreparedTables,
  { rows }: ImportNew,
): { table: ImportTableName; texts: string[] }[] =>
  importTableNames.flatMap((table) => {
    const texts = (rows[table] ?? []).flatMap((nth) => {
      const row = tables[table]?.[nth - 1]
      return row ? [rowText(table, row)] : []
    })
    return texts.length > 0 ? [{ table, texts }] : []
  })

/** New formats and stars that are probably there already, each with its place in the file. */
export const doubleProblems = (read: ReadTables, { doubles }: ImportNew): ImportProblem[] =>
  doubles.map(({ table, nth, name, slug }) => {
    // Formats and stars are prepared one by one, so a place is a row's.
    const { line = 1 } = read.tables[table][nth - 1] ?? {}
    const page = table === 'stars' ? `/stars/${slug}` : `/formate/${slug}`
    const message = `„${name}“ gibt es schon unter ${page}. Der Import legt den Namen ein zweites Mal an.`
    return problemAt(read, table, line, table === 'stars' ? 'first_name' : 'name', message)
  })
