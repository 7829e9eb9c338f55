import { z } from 'zod'
import { importTableNames } from '../../import/import-report.ts'
import { count } from '../parts.ts'

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
 * `admin_apply_import(p_tables, p_preview)`: how many rows it changed, or would change, in each table. `p_tables`: the
 * result of `prepareTables` in domain/src/import. All or nothing; hint `import_dangling` when a row refers to something
 * that was deleted meanwhile.
 */
export const importOutcome = z.partialRecord(tableName, importCounts)
export type ImportOutcome = z.infer<typeof importOutcome>

/**
 * `admin_import_changes(p_tables)`: values that an import would replace, by the names of their columns in the files, at
 * most 500 of `total`; `row` names the format, season, star, participation or episode.
 */
export const importChanges = z.strictObject({
  total: count,
  items: z.array(
    z.strictObject({
      table: tableName,
      row: z.string(),
      field: z.string(),
      old: z.string().nullable(),
      new: z.string(),
    }),
  ),
})
export type ImportChanges = z.infer<typeof importChanges>
