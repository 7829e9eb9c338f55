import { z } from 'zod'
import { count } from '../parts.ts'

/** `admin_import_keys()`: keys that rows of an import may refer to although the files do not bring them. */
export const importKeys = z.strictObject({
  formats: z.array(z.string()),
  /** `FORMAT/7`. */
  seasons: z.array(z.string()),
  stars: z.array(z.string()),
})
export type ImportKeys = z.infer<typeof importKeys>

const importCounts = z.strictObject({ new: count, changed: count, unchanged: count })

/**
 * `admin_apply_import(p_tables, p_preview)`: what it did, or would do, to each table it was given. `p_tables` is what
 * `prepareTables` of domain/src/import makes. All or nothing; hint `import_dangling` when a row refers to what is gone.
 */
export const importOutcome = z.partialRecord(
  z.enum(['formats', 'seasons', 'stars', 'participants', 'episodes']),
  importCounts,
)
export type ImportOutcome = z.infer<typeof importOutcome>
