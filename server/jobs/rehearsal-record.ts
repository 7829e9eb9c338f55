import fs from 'node:fs/promises'
import path from 'node:path'
import { REHEARSAL_MARKER } from '@hot/embedded/backup/installation'
import { z } from 'zod'
import '../wire/backend-language.ts'

/** What is counted in the restored database and in the site's own: what members would miss. */
export const COUNTED = [
  'auth.users',
  'public.community_posts',
  'public.comments',
  'public.demand_votes',
  'public.stars',
  'public.formats',
] as const

/** Rows of each made before $1, the moment of the backup: those made later are in the site's own only. */
export const COUNTS_SQL = COUNTED.map(
  (table) => `select '${table}' as name, count(*)::int as rows from ${table} where created_at < $1::timestamptz`,
).join(' union all ')

const countsSchema = z.record(z.string(), z.number())
export type Counts = z.infer<typeof countsSchema>

/** What the command found. */
export const findingSchema = z.object({
  /** Name of the file; null: a fresh copy, because the files are encrypted for a key that is not here. */
  file: z.string().nullable(),
  createdAt: z.iso.datetime(),
  missing: z.number(),
  counts: countsSchema,
})
export type Finding = z.infer<typeof findingSchema>

const rehearsalSchema = z.object({
  /** When it ended, as ISO instants here and below. */
  at: z.iso.datetime(),
  seconds: z.number(),
  /** `skipped`: it was due, and this machine could not spare what it takes. */
  result: z.enum(['ok', 'failed', 'skipped']),
  /** The backup's file; null: a fresh copy, because the files are encrypted; absent: it did not come that far. */
  file: z.string().nullable().optional(),
  /** Of which moment that is. */
  backupAt: z.iso.datetime().optional(),
  /** Why it failed or was skipped, in German. */
  problem: z.string().optional(),
  /** When the last good one ended. */
  lastGoodAt: z.iso.datetime().nullable(),
})

/** How the last rehearsal of a restore went. */
export type Rehearsal = z.infer<typeof rehearsalSchema>

/** The last rehearsal of a restore; null: there was none, or what was noted of it cannot be read. The next one is noted anew. */
export async function lastRehearsal(dataDir: string): Promise<Rehearsal | null> {
  try {
    return rehearsalSchema.parse(JSON.parse(await fs.readFile(path.join(dataDir, REHEARSAL_MARKER), 'utf8')))
  } catch {
    return null // never, cut off by a full disk, or of another account: `doctor` names the last
  }
}

/** Keeps how one went, with the time of the last good one. */
export async function noteRehearsal(dataDir: string, one: Omit<Rehearsal, 'lastGoodAt'>): Promise<void> {
  const before = await lastRehearsal(dataDir)
  const lastGoodAt = one.result === 'ok' ? one.at : (before?.lastGoodAt ?? null)
  const file = path.join(dataDir, REHEARSAL_MARKER)
  const record: Rehearsal = { ...one, lastGoodAt }
  await fs.writeFile(`${file}.new`, JSON.stringify(record), { mode: 0o600 })
  await fs.rename(`${file}.new`, file)
}

/** Less than this part of what the site has is no backup of it. What was deleted since is missing in the site, not there. */
const ENOUGH = 0.9

/** What is missing in a restored database, in a German sentence; undefined: nothing. */
export function missingRows(restored: Counts, site: Counts): string | undefined {
  const lost = COUNTED.filter((name) => (restored[name] ?? 0) < (site[name] ?? 0) * ENOUGH)
  if (lost.length === 0) return undefined
  const told = lost.map((name) => `${name} ${restored[name] ?? 0} statt ${site[name] ?? 0}`).join(', ')
  return `In der Sicherung fehlen Zeilen: ${told}.`
}
