import { z } from 'zod'
import { count, cursor, day, id, instant } from '../parts.ts'

/** `admin_import_keys()`: keys in the database that imported rows may refer to: their own, what was said to mean them, addresses. */
export const importKeys = z.strictObject({
  formats: z.array(z.string()),
  /** Key of the format and number: `FORMAT/7`. */
  seasons: z.array(z.string()),
  stars: z.array(z.string()),
})
export type ImportKeys = z.infer<typeof importKeys>

/** As files have it. */
const wallTime = z.string().regex(/^\d\d:\d\d$/)

/** `importTableNames` of domain/src/import, which builds on this. */
const tableName = z.enum(['formats', 'seasons', 'stars', 'participants', 'episodes'])
/** `removed`: rows that the file lacks and somebody ticked. */
const importCounts = z.strictObject({ new: count, changed: count, unchanged: count, removed: count.optional() })

/**
 * `admin_apply_import(p_tables, p_preview, p_unlock, p_seen, p_remove)`: how many rows it changed, or would change, in each table. `p_tables`: the
 * result of `prepareTables` in domain/src/import. What was corrected by hand stays, but for the values in `p_unlock` (ids
 * of `admin_import_changes`). `p_seen`: the `seen` of those. `p_remove`, admins only: ids of its `absent`, which go into the bin.
 * A row's `same` is the id of what it means, or `new`; that is remembered.
 * All or nothing; hints `import_changed` when somebody has changed a row since, and `import_dangling` when a row refers to something that was deleted
 * meanwhile.
 */
export const importOutcome = z.partialRecord(tableName, importCounts)
export type ImportOutcome = z.infer<typeof importOutcome>

/**
 * `admin_import_changes(p_tables)`: values that an import would replace, by the names of their columns in the files, at
 * most 500 of `total`; `row` names the format, season, star, participation or episode. `locked` ones were corrected by
 * hand and come first. `kept`: what stays because its cell is empty. `absent`: what stands in no row, of the casts and
 * episodes of the seasons that the files name.
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
  kept: z.strictObject({
    total: count,
    items: z.array(z.strictObject({ table: tableName, row: z.string(), field: z.string(), value: z.string() })),
  }),
  absent: z.strictObject({
    total: count,
    items: z.array(z.strictObject({ id: z.string(), table: tableName, row: z.string() })),
  }),
})
export type ImportChanges = z.infer<typeof importChanges>

/**
 * `admin_import_new(p_tables)`: which rows of each table an import would make, by their place from 1; what is there
 * already and may be meant, by name, of episodes by the day; and when new episodes without a time begin, as most of the
 * format's do in the calendar, in the file, or at 20:15.
 */
export const importNew = z.strictObject({
  rows: z.partialRecord(tableName, z.array(count)),
  doubles: z.array(
    z.strictObject({
      table: z.enum(['formats', 'stars', 'episodes']),
      nth: count,
      id,
      name: z.string(),
      slug: z.string().nullable(),
      channel: z.string().nullable().optional(),
      seasons: z.array(count).optional(),
      born: day.nullable().optional(),
      shows: z.array(z.string()).optional(),
      date: day.optional(),
      time: wallTime.optional(),
    }),
  ),
  times: z.array(
    z.strictObject({
      format: z.string(),
      time: wallTime,
      origin: z.enum(['calendar', 'file', 'default']),
      episodes: count,
    }),
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
 * `admin_undo_import(p_id)`, admins only: how many rows went into the bin, how many values are as they were, how many
 * stay since somebody changed them meanwhile, and how many that it took away are back; null if it was undone already or is too old.
 */
export const undoneImport = z.strictObject({ removed: count, reverted: count, kept: count, restored: count }).nullable()
export type UndoneImport = z.infer<typeof undoneImport>

/** `admin_export_tables(p_format, p_season)`: a format, a season or everything, as the tables of an import. */
export const exportTables = z.strictObject({
  formats: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      short_name: z.string().nullable(),
      broadcaster: z.string().nullable(),
      streaming_provider: z.string().nullable(),
      description: z.string().nullable(),
    }),
  ),
  seasons: z.array(
    z.strictObject({
      format_key: z.string(),
      season_number: count,
      title: z.string().nullable(),
      start_date: day.nullable(),
      end_date: day.nullable(),
      location: z.string().nullable(),
    }),
  ),
  stars: z.array(
    z.strictObject({
      key: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      nickname: z.string().nullable(),
      date_of_birth: day.nullable(),
    }),
  ),
  participants: z.array(
    z.strictObject({
      format_key: z.string(),
      season_number: count,
      star_key: z.string(),
      placement: z.string().nullable(),
    }),
  ),
  episodes: z.array(
    z.strictObject({
      /** Null where season and number say which one it is. */
      key: z.string().nullable(),
      format_key: z.string(),
      season_number: count,
      episode_number: count.nullable(),
      title: z.string(),
      date: day,
      time: wallTime,
      kind: z.string(),
      duration_minutes: count.nullable(),
    }),
  ),
})
export type ExportTables = z.infer<typeof exportTables>
