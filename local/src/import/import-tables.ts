import { applyFormats, applySeasons, applyStars, type Query } from './apply-catalogue.ts'
import { applyEpisodes, applyParticipants } from './apply-events.ts'
import { checkTables, type KnownKeys } from './check-tables.ts'
import {
  fileOf,
  type ImportCounts,
  ImportError,
  type ImportReport,
  type ImportTableName,
  importTableNames,
} from './import-report.ts'
import { type ImportFiles, readTables } from './read-tables.ts'
import type { ImportTables } from './row-schemas.ts'

/** A database that runs work in one transaction and rolls it back when the work fails. */
export type ImportDatabase = { transaction<T>(work: (query: Query) => Promise<T>): Promise<T> }

export type ImportOptions = {
  /** Does everything, says what it would have done, and takes it back. */
  preview?: boolean
  /** One German line as each step begins. */
  log?: (line: string) => void
}

/**
 * Imports formats, seasons, stars, participants and episodes (any of the five) from CSV files. All or nothing; a repeated
 * import finds its rows by `external_key` and changes only what differs. An empty cell is unknown and erases nothing.
 * Fails with an `ImportError` that names file, line and column of every fault.
 */
export async function importTables(
  files: ImportFiles,
  database: ImportDatabase,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const log = options.log ?? (() => {})
  if (importTableNames.every((table) => files[table] === undefined))
    throw new ImportError([{ file: fileOf('formats'), line: 1, message: 'Keine Datei zum Importieren.' }])
  const tables = readTables(files)
  for (const table of importTableNames)
    if (files[table]) log(`${fileOf(table)}: ${count(tables[table].length)} Zeilen gelesen`)
  return inTransaction(database, options.preview === true, async (query) => {
    const warnings = checkTables(tables, await knownKeys(query))
    const counts: ImportReport['counts'] = {}
    for (const table of importTableNames) {
      if (!files[table]) continue
      log(`${fileOf(table)}: wird eingetragen …`)
      counts[table] = await apply(query, table, tables)
    }
    // Nobody else does it on the embedded database, and the next page asks for thousands of new rows.
    await query(
      'analyze public.stars, public.star_scores, public.seasons, public.season_participants, public.calendar_events',
    )
    return { counts, warnings }
  })
}

const count = (number: number) => number.toLocaleString('de-DE')

function apply(query: Query, table: ImportTableName, tables: ImportTables): Promise<ImportCounts> {
  const steps: Record<ImportTableName, () => Promise<ImportCounts>> = {
    formats: () => applyFormats(query, tables.formats),
    seasons: () => applySeasons(query, tables.seasons),
    stars: () => applyStars(query, tables.stars),
    participants: () => applyParticipants(query, tables.participants),
    episodes: () => applyEpisodes(query, tables.episodes),
  }
  return steps[table]()
}

async function knownKeys(query: Query): Promise<KnownKeys> {
  const keys = async (sql: string) => new Set((await query<{ key: string }>(sql)).map(({ key }) => key))
  return {
    formats: await keys('select external_key as key from public.formats where external_key is not null'),
    seasons: await keys(
      `select f.external_key || '/' || s.season_number as key from public.seasons s join public.formats f on f.id = s.format_id where f.external_key is not null`,
    ),
    stars: await keys('select external_key as key from public.stars where external_key is not null'),
  }
}

/** Carries the report out of a transaction that is to be taken back. */
class Taken extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('preview')
    this.report = report
  }
}

async function inTransaction(
  database: ImportDatabase,
  preview: boolean,
  work: (query: Query) => Promise<ImportReport>,
): Promise<ImportReport> {
  try {
    return await database.transaction(async (query) => {
      const report = await work(query)
      if (preview) throw new Taken(report)
      return report
    })
  } catch (error) {
    if (error instanceof Taken) return error.report
    throw error
  }
}
