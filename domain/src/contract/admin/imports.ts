import { z } from 'zod'
import { count } from '../parts.ts'

/** `admin_import_keys()`: existing keys that imported rows may refer to. */
export const importKeys = z.strictObject({
  formats: z.array(z.string()),
  /** `FORMAT/7`. */
  seasons: z.array(z.string()),
  stars: z.array(z.string()),
})
export type ImportKeys = z.infer<typeof importKeys>

const importCounts = z.strictObject({ new: count, changed: count, unchanged: count })

/**
 * `admin_apply_import(p_tables, p_preview)`: what it did, or would do, to each table passed in. `p_tables` is the
 * result of `prepareTables` in domain/src/import. All or nothing; hint `import_dangling` when a row refers to something
 * deleted.
 */
export const importOutcome = z.partialRecord(
  z.enum(['formats', 'seasons', 'stars', 'participants', 'episodes']),
  importCounts,
)
export type ImportOutcome = z.infer<typeof importOutcome>
