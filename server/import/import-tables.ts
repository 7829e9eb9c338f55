import type { ImportKeys, ImportOutcome } from '@hot/domain/contract/admin/imports'
import { checkTables } from '@hot/domain/import/check-tables'
import { fileOf, ImportError, type ImportReport, importTableNames } from '@hot/domain/import/import-report'
import { prepareTables } from '@hot/domain/import/prepare-tables'
import { type ImportFiles, readTables } from '@hot/domain/import/read-tables'

/** One statement in the transaction of the import. */
type Query = <R>(sql: string, params?: unknown[]) => Promise<R[]>

/** A database that runs work in one transaction and rolls it back when the work fails. */
export type ImportDatabase = { transaction<T>(work: (query: Query) => Promise<T>): Promise<T> }

export type ImportOptions = {
  /** Does everything, says what it would have done, and takes it back. */
  preview?: boolean
  /** One German line as each step begins. */
  log?: (line: string) => void
}

/**
 * Imports formats, seasons, stars, participants and episodes (any of the five) from CSV files, as /admin/imports does: rules
 * in domain/src/import, applied by `private.apply_import` of the database. All or nothing; a repeated import finds its rows by
 * `external_key` and changes only what differs. An empty cell is unknown and erases nothing.
 * Fails with an `ImportError` that names file, line and column of every fault.
 */
export async function importTables(
  files: ImportFiles,
  database: ImportDatabase,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const log = options.log ?? (() => {})
  const given = importTableNames.filter((table) => files[table] !== undefined)
  if (given.length === 0)
    throw new ImportError([{ file: fileOf('formats'), line: 1, message: 'Keine Datei zum Importieren.' }])
  const tables = readTables(files)
  for (const table of given) log(`${fileOf(table)}: ${tables[table].length.toLocaleString('de-DE')} Zeilen gelesen`)
  return database.transaction(async (query) => {
    const [known] = await query<{ keys: ImportKeys }>('select private.import_keys() as keys')
    if (!known) throw new Error('import_keys() gave no row')
    const warnings = checkTables(tables, known.keys)
    log('Wird eingetragen …')
    const [applied] = await query<{ counts: ImportOutcome }>(
      'select private.apply_import($1::text::jsonb, $2) as counts',
      [JSON.stringify(prepareTables(tables, given)), options.preview === true],
    )
    if (!applied) throw new Error('apply_import() gave no row')
    return { counts: applied.counts, warnings }
  })
}
