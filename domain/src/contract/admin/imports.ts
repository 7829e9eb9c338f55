import { z } from 'zod'
import { count } from '../parts.ts'

/** `admin_import_keys()`: keys in the database that imported rows may refer to. */
export const importKeys = z.strictObject({
  formats: z.array(z.string()),
  /** Key of the format and number: `FORMAT/7`. */
  seasons: z.array(z.string()),
  stars: z.array(z.string()),
})
export type ImportKeys = z.infer<typeof importKeys>

const importCounts = z.strictObject({ new: count, changed: count, unchanged: count })

/**
 * `admin_apply_import(p_tables, p_preview)`: how many rows it changed, or would change, in each table. `p_tables`: the
 * result of `prepareTables` in domain/src/import. All or nothing; hint `import_dangling` when a row refers to something
 * that was deleted meanwhile.
 */
export const importOutcome = z.partialRecord(
  z.enum(['formats', 'seasons', 'stars', 'participants', 'episodes']),
  importCounts,
)
export type ImportOutcome = z.infer<typeof importOutcome>
