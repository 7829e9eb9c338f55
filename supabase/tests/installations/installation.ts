import fs from 'node:fs'
import path from 'node:path'
import { constants, gunzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Query } from '@hot/embedded'
import { z } from 'zod'

/** Rows of each table as it was stored, and what the test looks for. */
const storedSchema = z.object({
  version: z.string(),
  /** The newest migration it has run. */
  migration: z.string(),
  picture: z.string(),
  tables: z.record(z.string(), z.number().int()),
})
export type Stored = z.infer<typeof storedSchema>

/** Accounts of every stored installation; they exist nowhere else. */
export const storedAccounts = {
  member: { email: 'mia@hot.example', password: 'nur-im-test-Mia-1', nickname: 'Mia.schaut.zu' },
  admin: { email: 'clara@hot.example', password: 'nur-im-test-Clara-1', nickname: 'Clara.vom.Team' },
} as const

const fileOf = (version: string, ending: string) => path.join(import.meta.dirname, `hot-${version}.${ending}`)

export const storedVersions = () =>
  fs.readdirSync(import.meta.dirname).flatMap((name) => /^hot-(.*)\.json$/.exec(name)?.[1] ?? [])

export const readStored = (version: string): Stored =>
  storedSchema.parse(JSON.parse(fs.readFileSync(fileOf(version, 'json'), 'utf8')))

/** The backup as `npm run backup` wrote it, but not compressed, for `npm run restore`. */
export function unpackStored(version: string, target: string): void {
  fs.writeFileSync(target, zstdDecompressSync(fs.readFileSync(fileOf(version, 'tar.zst'))), { mode: 0o600 })
}

/** Compressed again: a data directory holds the system catalogue three times, which gzip's window is too small to notice. */
export function store(backup: string, stored: Stored): string {
  const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: window, ZSTD_c_checksumFlag: checksum } = constants
  const tar = gunzipSync(fs.readFileSync(backup))
  const target = fileOf(stored.version, 'tar.zst')
  fs.writeFileSync(target, zstdCompressSync(tar, { params: { [level]: 22, [window]: 27, [checksum]: 1 } }))
  fs.writeFileSync(fileOf(stored.version, 'json'), `${JSON.stringify(stored, null, 2)}\n`)
  return target
}

/** Rows by table, partitions counted with what they are part of; not the log of migrations, which grows. */
export async function rowsByTable(query: Query): Promise<Stored['tables']> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'private', 'auth', 'storage')
       and has_table_privilege(c.oid, 'select')
     order by 1`,
  )
  const counts: Stored['tables'] = {}
  for (const { name } of tables) {
    const [row] = await query<{ rows: number }>(`select count(*)::int as rows from ${name}`)
    counts[name] = row?.rows ?? 0
  }
  return counts
}
