import fs from 'node:fs'
import path from 'node:path'
import type { ImportKeys, ImportNew, ImportOutcome } from '@hot/domain/contract/admin/imports'
import { checkTables, inOrder } from '@hot/domain/import/check-tables'
import {
  ImportError,
  type ImportProblem,
  type ImportReport,
  importTableNames,
  problemLine,
  tableNames,
} from '@hot/domain/import/import-report'
import { doubleProblems, timeTexts } from '@hot/domain/import/new-rows'
import { prepareTables } from '@hot/domain/import/prepare-tables'
import { type FileReading, type ImportFile, oversized, readTables } from '@hot/domain/import/read-tables'
import { StartError } from '@hot/embedded'
import { BULK_LIMITS } from '@hot/embedded/database/limits'
import { openEmbedded } from '../backend/embedded-backend.ts'
import { asCalled, dataDirOf, type Environment } from '../settings/environment.ts'
import { obstacleLine } from '../wire/obstacle-line.ts'

/** One statement in the transaction of the import. */
type Query = <R>(sql: string, params?: unknown[]) => Promise<R[]>

/** A database that runs `work` in one transaction, rolled back on failure. */
export type ImportDatabase = { transaction<T>(work: (query: Query) => Promise<T>): Promise<T> }

export type ImportOptions = {
  /** Dry run: does everything, reports the result and rolls back. */
  preview?: boolean
  /** Receives one German line at the start of each step. */
  log?: (line: string) => void
}

/**
 * Imports formats, seasons, stars, participants and episodes (any of the five) from CSV files, as /admin/imports does:
 * validated by domain/src/import, applied by `private.apply_import` in the database. All or nothing. A repeated import
 * finds rows by `external_key` and updates only what differs; an empty cell means unknown and erases nothing. Throws an
 * ImportError with file, line and column of every problem.
 */
export async function importTables(
  files: readonly ImportFile[],
  database: ImportDatabase,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const log = options.log ?? (() => {})
  if (files.length === 0) throw new UsageError('Keine Datei zum Importieren.')
  const read = readTables(files)
  for (const reading of read.readings) log(readingLine(reading, read.tables[reading.table].length))
  return database.transaction(async (query) => {
    const [known] = await query<{ keys: ImportKeys }>('select private.import_keys() as keys')
    if (!known) throw new Error('import_keys() gave no row')
    const warnings = checkTables(read, known.keys)
    const prepared = JSON.stringify(prepareTables(read))
    const [corrected] = await query<{ kept: number }>(
      'select count(*)::int as kept from private.import_changes($1::text::jsonb) c where c.locked',
      [prepared],
    )
    if (corrected?.kept)
      log(
        `${corrected.kept.toLocaleString('de-DE')} Werte bleiben, weil das Team sie berichtigt hat. Unter /admin/imports lassen sie sich ersetzen.`,
      )
    const [made] = await query<{ doubles: ImportNew['doubles']; times: ImportNew['times'] }>(
      'select m -> $2 as doubles, m -> $3 as times from private.import_told_new($1::text::jsonb) m',
      [prepared, 'doubles', 'times'],
    )
    if (made) {
      warnings.push(...doubleProblems(read, made))
      for (const line of timeTexts(made.times)) log(line)
    }
    log('Wird eingetragen …')
    const [applied] = await query<{ counts: ImportOutcome }>(
      'select private.apply_import($1::text::jsonb, $2) as counts',
      [prepared, options.preview === true],
    )
    if (!applied) throw new Error('apply_import() gave no row')
    return { counts: applied.counts, warnings }
  })
}

/** `Mappe1.csv: Stars, 34 Zeilen gelesen als Windows-1252 (geraten; stimmen „Müller“, „Jörg“?)`. */
export function readingLine({ file, table, encoding, samples }: FileReading, rows: number): string {
  const guess =
    samples.length > 0 ? ` (geraten; stimmen ${samples.map((word) => `„${word}“`).join(', ')}?)` : ' (geraten)'
  const read = `${file}: ${tableNames[table]}, ${rows.toLocaleString('de-DE')} Zeilen gelesen als ${encoding}`
  return encoding === 'Windows-1252' ? `${read}${guess}` : read
}

/** Maximum number of problems to print; the others are only counted. */
const SHOWN_PROBLEMS = 40

export class UsageError extends Error {}

/**
 * `npm run import -- DIR [--preview]`: imports the CSV files of a directory into the embedded database (`HOT_DATA_DIR`)
 * or that of `DATABASE_URL`, and prints progress, warnings and counts. Throws UsageError, ImportError, StartError.
 */
export async function runImport(
  args: readonly string[],
  env: Environment,
  print: (line: string) => void,
): Promise<void> {
  const { dir, preview } = readArguments(args)
  if (env.SUPABASE_URL && !env.DATABASE_URL)
    throw new UsageError('Für ein Supabase-Projekt bitte DATABASE_URL setzen (Project Settings → Database).')
  const files = readFiles(dir)
  // Before the database is opened, or made where there is none.
  const read = readTables(files)
  if (read.problems.length > 0) throw new ImportError(inOrder(read, read.problems))
  const backend = await openEmbedded({
    dataDir: env.DATABASE_URL ? undefined : dataDirOf(env),
    databaseUrl: env.DATABASE_URL,
    siteUrl: 'http://127.0.0.1:3000',
    jobs: false,
    log: print,
  })
  try {
    const started = performance.now()
    const database = { transaction: <T>(work: (query: Query) => Promise<T>) => backend.transaction(work, BULK_LIMITS) }
    const report = await importTables(files, database, { preview, log: print })
    for (const line of reportLines(report, preview, performance.now() - started)) print(line)
  } finally {
    await backend.close()
  }
}

function readArguments(args: readonly string[]): { dir: string; preview: boolean } {
  const [dir, ...rest] = args.filter((arg) => arg !== '--preview')
  if (!dir || rest.length > 0 || dir.startsWith('-'))
    throw new UsageError(
      'So geht es: npm run import -- ORDNER [--preview]\nIm Ordner liegen CSV-Dateien mit Formaten, Staffeln, Stars, Teilnahmen oder Folgen.',
    )
  return { dir: path.resolve(dir), preview: args.includes('--preview') }
}

/** All CSV files of a directory. What is far too large is not read into memory. */
function readFiles(dir: string): ImportFile[] {
  // Not existsSync, which says no of what lies in a folder that may not be entered: the way to the file system's reason.
  const folder = fs.statSync(dir, { throwIfNoEntry: false })
  if (!folder) throw new UsageError(`Den Ordner ${dir} gibt es nicht.`)
  if (!folder.isDirectory()) throw new UsageError(`${dir} ist kein Ordner.`)
  const files = fs
    .readdirSync(dir)
    .filter((name) => /\.csv$/i.test(name) && !name.startsWith('.'))
    .map((name) => ({ name, file: path.join(dir, name) }))
  if (files.length === 0) throw new UsageError(`In ${dir} liegt keine CSV-Datei.`)
  const tooLarge = files.flatMap(({ name, file }) => {
    const found = fs.statSync(file, { throwIfNoEntry: false })
    if (!found?.isFile())
      throw new UsageError(`${file} ist keine Datei, die sich lesen lässt. Nimm sie aus dem Ordner.`)
    return oversized(name, found.size) ?? []
  })
  if (tooLarge.length > 0) throw new ImportError(tooLarge)
  return files.map(({ name, file }) => ({ name, bytes: fs.readFileSync(file) }))
}

export function problemLines(problems: readonly ImportProblem[]): string[] {
  const rest = problems.length - SHOWN_PROBLEMS
  return [...problems.slice(0, SHOWN_PROBLEMS).map(problemLine), ...(rest > 0 ? [`… und ${rest} weitere.`] : [])]
}

export function reportLines({ counts, warnings }: ImportReport, preview: boolean, milliseconds: number): string[] {
  const number = (value: number) => value.toLocaleString('de-DE')
  const tables = importTableNames.flatMap((table) => {
    const { new: made, changed, unchanged } = counts[table] ?? { new: 0, changed: 0, unchanged: 0 }
    return counts[table]
      ? [`${tableNames[table]}: ${number(made)} neu, ${number(changed)} geändert, ${number(unchanged)} unverändert`]
      : []
  })
  const seconds = (milliseconds / 1000).toLocaleString('de-DE', { maximumFractionDigits: 1 })
  return [
    ...(warnings.length > 0 ? [`${warnings.length} Hinweise:`, ...problemLines(warnings)] : []),
    ...tables,
    preview ? 'Nur eine Vorschau: nichts wurde gespeichert.' : `Fertig in ${seconds} s.`,
  ]
}

if (import.meta.main) {
  try {
    await runImport(process.argv.slice(2), process.env, (line) => console.log(asCalled(line)))
  } catch (error) {
    if (error instanceof ImportError) {
      for (const line of problemLines(error.problems)) console.error(line)
      console.error('Nichts wurde importiert.')
    } else {
      const line = error instanceof StartError || error instanceof UsageError ? error.message : obstacleLine(error)
      if (line === undefined) throw error
      console.error(asCalled(line))
    }
    process.exitCode = 1
  }
}
