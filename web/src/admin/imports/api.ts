import type { ImportChanges, ImportNew, ImportOutcome } from '@hot/domain/contract/admin/imports'
import { checkTables } from '@hot/domain/import/check-tables'
import { ImportError, type ImportProblem, type ImportTableName } from '@hot/domain/import/import-report'
import { type ImportQuestion, importQuestions, newRowTexts, timeTexts, withAnswers } from '@hot/domain/import/new-rows'
import { type PreparedTables, prepareTables } from '@hot/domain/import/prepare-tables'
import { type FileReading, type ImportFile, type ReadTables, readTables } from '@hot/domain/import/read-tables'
import { DataError } from '#web/lib/api/data-error.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'

/** Request size limit of the backend, minus some overhead. */
const maxRequestBytes = 1.9 * 1024 * 1024

/** By question, the id of what a row means, or `new`. */
export type Answers = ReadonlyMap<string, string>

/** Files that can be imported, before anybody asks what they would do. */
type Source = { read: ReadTables; prepared: PreparedTables; warnings: readonly ImportProblem[] }

/** Valid files, and what importing them would do. */
export type ImportPlan = {
  source: Source
  /** What the questions were answered; what is not answered counts as new. */
  answers: Answers
  tables: PreparedTables
  warnings: readonly ImportProblem[]
  counts: ImportOutcome
  changes: ImportChanges
  /** What the import would make. */
  made: { table: ImportTableName; texts: string[] }[]
  questions: readonly ImportQuestion[]
  /** When new episodes without a time come. */
  times: readonly string[]
  readings: readonly FileReading[]
}
type Checked = { plan: ImportPlan } | { problems: readonly ImportProblem[] }

/** Parses and validates files like the CLI command does, then does a dry run in the database. Throws DataError if that fails. */
export async function checkImport(files: readonly ImportFile[]): Promise<Checked> {
  try {
    const read = readTables(files)
    const warnings = checkTables(read, await rpc('admin_import_keys'))
    const prepared = prepareTables(read)
    if (new Blob([JSON.stringify(prepared)]).size > maxRequestBytes)
      throw new DataError('', 413, 'import too large', 'import_too_large')
    return { plan: await planOf({ read, prepared, warnings }, new Map()) }
  } catch (error) {
    if (error instanceof ImportError) return { problems: error.problems }
    throw error
  }
}

/** The same files with other answers: what is recognised brings its seasons, casts and episodes along. */
export const answeredPlan = ({ source, answers }: ImportPlan, given: Answers): Promise<ImportPlan> =>
  planOf(source, new Map([...answers, ...given]))

async function planOf(source: Source, answers: Answers): Promise<ImportPlan> {
  const tables = withAnswers(source.prepared, answers)
  const changes = await rpc('admin_import_changes', { p_tables: tables })
  const made: ImportNew = await rpc('admin_import_new', { p_tables: tables })
  const counts = await rpc('admin_apply_import', { p_tables: tables, p_preview: true })
  return {
    ...{ source, answers, tables, changes, counts, warnings: source.warnings, readings: source.read.readings },
    ...{ made: newRowTexts(tables, made), times: timeTexts(made.times) },
    questions: importQuestions(source.read, tables, made),
  }
}

/** What somebody ticked: ids of changes that replace what was corrected by hand, and of what the files lack and goes. */
export type Ticked = { unlock: ReadonlySet<string>; remove: ReadonlySet<string> }

export const applyImport = ({ tables, changes }: ImportPlan, { unlock, remove }: Ticked): Promise<ImportOutcome> =>
  rpc('admin_apply_import', {
    ...{ p_tables: tables, p_preview: false, p_unlock: [...unlock], p_seen: changes.seen, p_remove: [...remove] },
  })

/** Whether importing would do anything, with what is ticked. */
export const hasEffect = ({ counts, answers }: ImportPlan, { unlock, remove }: Ticked): boolean =>
  unlock.size + remove.size > 0 ||
  // An answer is remembered.
  [...answers.values()].some((answer) => answer !== 'new') ||
  Object.values(counts).some((table) => table.new + table.changed > 0)

export const importsQuery = listQuery(['admin', 'imports'], 'admin_imports_page', { p_limit: 10 })

/** Refusals of the database by hint. */
export const importRefusals: Readonly<Record<string, string>> = {
  import_dangling: 'Inzwischen hat jemand gelöscht, worauf sich die Dateien beziehen. Prüf sie noch einmal.',
  row_count: 'Das sind zu viele auf einmal. Wähl höchstens 500 aus.',
  import_too_large: 'Das ist zu viel auf einmal. Importiere erst Formate, Staffeln und Stars, danach den Rest.',
}
