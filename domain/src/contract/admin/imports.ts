import { z } from 'zod'
import { importTableNames } from '../../import/import-report.ts'
import { count, cursor, id, instant } from '../parts.ts'

/** `admin_import_keys()`: keys in the database that imported rows may refer to. */
export const importKeys = z.strictObject({
  formats: z.array(z.string()),
  /** Key of the format and number: `FORMAT/7`. */
  seasons: z.array(z.string()),
  stars: z.array(z.string()),
})
export type ImportKeys = z.infer<typeof importKeys>

const tableName = z.enum(importTableNames)
const importCounts = z.strictObject({ new: count, changed: count, unchanged: count })

/**
 * `admin_apply_import(p_tables, p_preview, p_unlock, p_seen)`: how many rows it changed, or would change, in each table. `p_tables`: the
 * result of `prepareTables` in domain/src/import. What was corrected by hand stays, but for the values in `p_unlock` (ids
 * of `admin_import_changes`). `p_seen`: the `seen` of those.
 * All or nothing; hints `import_changed` when somebody has changed a row since, and `import_dangling` when a row refers to something that was deleted
 * meanwhile.
 */
export const importOutcome = z.partialRecord(tableName, importCounts)
export type ImportOutcome = z.infer<typeof importOutcome>

/**
 * `admin_import_changes(p_tables)`: values that an import would replace, by the names of their columns in the files, at
 * most 500 of `total`; `row` names the format, season, star, participation or episode. `locked` ones were corrected by
 * hand and come first.
 */
export const importChanges = z.strictObject({
  /** The files and what is there: what an import that follows was decided by. */
  seen: z.string(),
  total: count,
  locked: count,
  items: z.array(
    z.strictObject({
      id: z.string(),
      table: tableName,
      row: z.string(),
      field: z.string(),
      old: z.string().nullable(),
      new: z.string(),
      locked: z.boolean(),
    }),
  ),
})
export type ImportChanges = z.infer<typeof importChanges>

/**
 * `admin_import_new(p_tables)`: which rows of each table an import would make, by their place from 1, and those of them
 * whose name a format or star has that is there already.
 */
export const importNew = z.strictObject({
  rows: z.partialRecord(tableName, z.array(count)),
  doubles: z.array(
    z.strictObject({ table: z.enum(['formats', 'stars']), nth: count, name: z.string(), slug: z.string() }),
  ),
})
export type ImportNew = z.infer<typeof importNew>

const pastImport = z.strictObject({
  id,
  applied_at: instant,
  /** Null where `npm run import` did it, or the account is gone. */
  applied_by_name: z.string().nullable(),
  counts: importOutcome,
  undone_at: instant.nullable(),
})
export type PastImport = z.infer<typeof pastImport>

/** `admin_imports_page(p_after, p_limit)`: those of the last 30 days, latest first. */
export const importsPage = z.strictObject({ items: z.array(pastImport), next: cursor })
export type ImportsPage = z.infer<typeof importsPage>

/**
 * `admin_undo_import(p_id)`, admins only: how many rows went into the bin, how many values are as they were, and how many
 * stay since somebody changed them meanwhile; null if it was undone already or is too old.
 */
export const undoneImport = z.strictObject({ removed: count, reverted: count, kept: count }).nullable()
export type UndoneImport = z.infer<typeof undoneImport>
