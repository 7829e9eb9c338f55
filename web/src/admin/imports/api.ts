import type { ImportChanges, ImportOutcome } from '@hot/domain/contract/admin/imports'
import { checkTables } from '@hot/domain/import/check-tables'
import {
  ImportError,
  type ImportProblem,
  type ImportTableName,
  importTableNames,
} from '@hot/domain/import/import-report'
import { doubleProblems, newRowTexts } from '@hot/domain/import/new-rows'
import { type PreparedTables, prepareTables } from '@hot/domain/import/prepare-tables'
import { type FileReading, type ImportFile, readTables } from '@hot/domain/import/read-tables'
import { DataError } from '#web/lib/api/data-error.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'

/** Request size limit of the backend, minus some overhead. */
const maxRequestBytes = 1.9 * 1024 * 1024

/** Valid files, and what importing them would do. */
export type ImportPlan = {
  tables: PreparedTables
  warnings: readonly ImportProblem[]
  counts: ImportOutcome
  changes: ImportChanges
  /** What the import would make. */
  made: { table: ImportTableName; texts: string[] }[]
  /** New names that somebody has already. */
  doubles: readonly ImportProblem[]
  readings: readonly FileReading[]
}
type Checked = { plan: ImportPlan } | { problems: readonly ImportProblem[] }

/** Parses and validates files like the CLI command does, then does a dry run in the database. Throws DataError if that fails. */
export async function checkImport(files: readonly ImportFile[]): Promise<Checked> {
  try {
    const read = readTables(files)
    const warnings = checkTables(read, await rpc('admin_import_keys'))
    const given = importTableNames.filter((table) => read.sources[table])
    const prepared = prepareTables(read.tables, given)
    if (new Blob([JSON.stringify(prepared)]).size > maxRequestBytes)
      throw new DataError('', 413, 'import too large', 'import_too_large')
    const changes = await rpc('admin_import_changes', { p_tables: prepared })
    const made = await rpc('admin_import_new', { p_tables: prepared })
    const counts = await rpc('admin_apply_import', { p_tables: prepared, p_preview: true })
    return {
      plan: {
        ...{ tables: prepared, warnings, changes, counts, readings: read.readings },
        ...{ made: newRowTexts(prepared, made), doubles: doubleProblems(read, made) },
      },
    }
  } catch (error) {
    if (error instanceof ImportError) return { problems: error.problems }
    throw error
  }
}

/** `unlock`: ids of changes that replace what was corrected by hand. */
export const applyImport = ({ tables, changes }: ImportPlan, unlock: readonly string[]): Promise<ImportOutcome> =>
  rpc('admin_apply_import', { p_tables: tables, p_preview: false, p_unlock: [...unlock], p_seen: changes.seen })

export const importsQuery = listQuery(['admin', 'imports'], 'admin_imports_page', { p_limit: 10 })

/** Refusals of the database by hint. */
export const importRefusals: Readonly<Record<string, string>> = {
  import_dangling: 'Inzwischen hat jemand gelöscht, worauf sich die Dateien beziehen. Prüf sie noch einmal.',
  row_count: 'Das sind zu viele auf einmal. Wähl höchstens 500 aus.',
  import_too_large: 'Das ist zu viel auf einmal. Importiere erst Formate, Staffeln und Stars, danach den Rest.',
}
