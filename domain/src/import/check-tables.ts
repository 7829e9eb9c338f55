import { readWholeNumber } from '../text/csv-cell.ts'
import { fileOf, ImportError, type ImportProblem, type ImportTableName, importTableNames } from './import-report.ts'
import { problemAt, type ReadTables } from './read-tables.ts'
import { cleanCell, type ImportRow } from './rows.ts'

/** Keys in the database that rows may refer to. */
export type KnownKeys = { formats: readonly string[]; seasons: readonly string[]; stars: readonly string[] }

type SeasonRef = { format_key: string; season_number: number }

export const seasonKey = ({ format_key, season_number }: SeasonRef) => `${format_key}/${season_number}`

/** What tells an episode apart: its number, or its kind and day where it is shown again or has none. */
export function episodeKey(episode: Omit<ImportRow<'episodes'>, 'line'>): string {
  const { key, episode_number: number, kind, date } = episode
  if (key !== null) return key
  if (number !== null && kind !== 'rerun') return `${seasonKey(episode)}/${number}`
  return [seasonKey(episode), ...(number === null ? [] : [number]), kind ?? 'episode', date ?? ''].join('/')
}

/**
 * Checks across rows: duplicate keys, stars without a name, and references to keys that are neither in the files nor
 * known. Returns warnings about skipped values. Throws an `ImportError` with all problems, those of single rows as well,
 * so that one round of corrections is enough. What refers to a row that could not be read is not at fault itself.
 */
export function checkTables(read: ReadTables, known: KnownKeys): ImportProblem[] {
  const problems = [
    ...read.problems,
    ...repeated(read),
    ...dangling(read, known),
    ...nameless(read),
    ...unnumbered(read),
  ]
  if (problems.length > 0) throw new ImportError(inOrder(read, problems))
  return [...read.notices, ...swappedDates(read), ...undated(read)]
}

/** By file, those of the first table first, and by line. */
export function inOrder({ sources }: ReadTables, problems: readonly ImportProblem[]): ImportProblem[] {
  const placeOf = ({ file }: ImportProblem) =>
    importTableNames.findIndex((table) => (sources[table]?.file ?? fileOf(table)) === file)
  return problems.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || one.file.localeCompare(other.file) || one.line - other.line,
  )
}

function repeated(read: ReadTables): ImportProblem[] {
  const { tables } = read
  return [
    ...twice(read, 'formats', 'key', tables.formats, (row) => row.key),
    ...twice(read, 'seasons', 'season_number', tables.seasons, seasonKey),
    ...twice(read, 'stars', 'key', tables.stars, (row) => row.key),
    ...twice(read, 'participants', 'star_key', tables.participants, (row) => `${seasonKey(row)} ${row.star_key}`),
    ...twice(read, 'episodes', 'episode_number', tables.episodes, episodeKey),
  ]
}

function twice<R extends { line: number }>(
  read: ReadTables,
  table: ImportTableName,
  column: string,
  rows: readonly R[],
  keyOf: (row: R) => string,
): ImportProblem[] {
  const first = new Map<string, number>()
  return rows.flatMap((row) => {
    const key = keyOf(row)
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, row.line)
    return earlier === undefined
      ? []
      : [problemAt(read, table, row.line, column, `„${key}“ steht schon in Zeile ${earlier}.`)]
  })
}

type Cells = Readonly<Partial<Record<string, string>>>

/** Keys of rows that could not be read; null when the key itself is at fault, or the whole file. */
function keysOfFaulty(rows: readonly Cells[] | null, keyOf: (cells: Cells) => string | null): string[] | null {
  const keys = rows?.map(keyOf) ?? [null]
  return keys.every((key) => key !== null) ? keys : null
}

const plainKey = ({ key = '' }: Cells) => cleanCell(key) || null

function faultySeason({ format_key = '', season_number = '' }: Cells): string | null {
  const [format, number] = [cleanCell(format_key), cleanCell(season_number)]
  const read = readWholeNumber(number)
  return format && read !== null ? seasonKey({ format_key: format, season_number: read }) : null
}

/** Whether a key is there: known, in a row, or in one that could not be read; in doubt it is. */
function keySet(known: readonly string[], rows: readonly string[], faulty: readonly string[] | null) {
  const keys = new Set([...known, ...rows, ...(faulty ?? [])])
  return { has: (key: string) => faulty === null || keys.has(key) }
}

function dangling(read: ReadTables, known: KnownKeys): ImportProblem[] {
  const { tables, faulty } = read
  const formats = keySet(
    known.formats,
    tables.formats.map((row) => row.key),
    keysOfFaulty(faulty.formats, plainKey),
  )
  const seasons = keySet(known.seasons, tables.seasons.map(seasonKey), keysOfFaulty(faulty.seasons, faultySeason))
  const stars = keySet(
    known.stars,
    tables.stars.map((row) => row.key),
    keysOfFaulty(faulty.stars, plainKey),
  )
  const fault = (table: ImportTableName, line: number, column: string, message: string) =>
    problemAt(read, table, line, column, message)
  const noFormat = (table: ImportTableName, row: SeasonRef & { line: number }) =>
    formats.has(row.format_key)
      ? []
      : [fault(table, row.line, 'format_key', `Das Format „${row.format_key}“ gibt es nicht.`)]
  const noSeason = (table: ImportTableName, row: SeasonRef & { line: number }) =>
    seasons.has(seasonKey(row)) || !formats.has(row.format_key)
      ? noFormat(table, row)
      : [
          fault(
            table,
            row.line,
            'season_number',
            `Das Format „${row.format_key}“ hat keine Staffel ${row.season_number}.`,
          ),
        ]
  return [
    ...tables.seasons.flatMap((row) => noFormat('seasons', row)),
    ...tables.participants.flatMap((row) => [
      ...noSeason('participants', row),
      ...(stars.has(row.star_key)
        ? []
        : [fault('participants', row.line, 'star_key', `Den Star „${row.star_key}“ gibt es nicht.`)]),
    ]),
    ...tables.episodes.flatMap((row) => noSeason('episodes', row)),
  ]
}

function nameless(read: ReadTables): ImportProblem[] {
  return read.tables.stars
    .filter((row) => !row.first_name && !row.last_name && !row.nickname)
    .map((row) => problemAt(read, 'stars', row.line, 'first_name', 'Ein Star braucht wenigstens einen Namen.'))
}

/** An empty number is an oversight, unless the row says what it is instead. */
function unnumbered(read: ReadTables): ImportProblem[] {
  const message = 'Ohne Nummer braucht die Zeile eine Art, etwa Special oder Wiedersehen.'
  return read.tables.episodes
    .filter((row) => row.episode_number === null && row.kind === null && row.key === null)
    .map((row) => problemAt(read, 'episodes', row.line, 'episode_number', message))
}

function swappedDates(read: ReadTables): ImportProblem[] {
  return read.tables.seasons.filter(endsBeforeItStarts).map((row) => {
    const message = `${row.end_date} liegt vor dem Start am ${row.start_date}. Die Staffel kommt ohne Ende in die Datenbank.`
    return problemAt(read, 'seasons', row.line, 'end_date', message)
  })
}

export const endsBeforeItStarts = (row: { start_date: string | null; end_date: string | null }) =>
  row.start_date !== null && row.end_date !== null && row.end_date < row.start_date

function undated(read: ReadTables): ImportProblem[] {
  return read.tables.episodes
    .filter((row) => row.date === null)
    .map((row) => {
      const episode = row.episode_number === null ? '' : `, Folge ${row.episode_number}`
      const message = `${row.format_key}, Staffel ${row.season_number}${episode} hat kein Datum: Steht sie schon im Kalender, bleibt ihr Tag, sonst kommt sie nicht hinein.`
      return problemAt(read, 'episodes', row.line, 'date', message)
    })
}
