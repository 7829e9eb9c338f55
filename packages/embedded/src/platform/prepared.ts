/**
 * A database with platform and migrations and nothing else, made once and packed into a file. A new installation unpacks it instead of
 * creating a cluster and running every migration, which takes fifteen seconds of CPU and a gigabyte of memory.
 */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, zstdDecompressSync } from 'node:zlib'
import { create, extract, type ReadEntry } from 'tar'
import type { Engine, Session } from '../database/engine.ts'
import { BULK_LIMITS } from '../database/limits.ts'
import { migrate } from '../database/migrate.ts'
import { ensurePlatform } from './platform.ts'

const platformDir = import.meta.dirname
/** To be raised when a prepared database is made in another way. */
const FORMAT = 1

/** The version of PGlite, which its exports do not tell. */
function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const manifest = JSON.parse(fs.readFileSync(path.join(path.dirname(entry), '../package.json'), 'utf8')) as {
    version: string
  }
  return manifest.version
}

/** Changes with every file that a prepared database is made of, and with the PostgreSQL that makes it. */
export function stateOfFiles(migrationsDir: string): string {
  const hash = createHash('sha256').update(`${FORMAT} ${pgliteVersion()}\n`)
  for (const dir of [platformDir, migrationsDir])
    for (const file of fs.readdirSync(dir).sort()) {
      const content = fs.readFileSync(path.join(dir, file))
      hash.update(`${file} ${content.length}\n`).update(content)
    }
  return hash.digest('hex').slice(0, 32)
}

const fileIn = (dir: string, migrationsDir: string) => path.join(dir, `${stateOfFiles(migrationsDir)}.tar.zst`)

/** What stands for the time of making: no row is older, and none is likely to mean this very microsecond. */
const MADE = '2000-01-01 00:00:00.000001+00'

/** Replaces times from `from` to `until` (SQL) by `by` (SQL) in all tables, without their triggers. */
const replaceTimes = (from: string, until: string, by: string) => `do $$
declare place record;
begin
  for place in
    select c.oid::regclass as place_of, a.attname from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema$)' and a.attnum > 0
      and a.atttypid = 'timestamptz'::regtype and a.attgenerated = '' and not a.attisdropped
  loop
    execute format('update %1$s set %2$I = ${by} where %2$I between ${from} and ${until}', place.place_of, place.attname);
  end loop;
end $$`

const quoted = (instant: string) => `''${instant}''::timestamptz`

async function withoutTriggers(session: Session, sql: string): Promise<void> {
  await session.exec(`begin; set local session_replication_role = replica; ${sql}; commit`)
}

/**
 * Makes rows that say when they were made say so of this installation. For a database that was unpacked just now.
 */
export const renewTimes = (engine: Engine): Promise<void> =>
  engine.session((session) => withoutTriggers(session, replaceTimes(quoted(MADE), quoted(MADE), 'now()')), BULK_LIMITS)

/** Creates a cluster in `pgDir` with platform and migrations. Times of making are those that `renewTimes` looks for. */
async function makeDatabase(pgDir: string, migrationsDir: string): Promise<void> {
  const { openPglite } = await import('../database/pglite.ts')
  const engine = await openPglite(pgDir)
  try {
    const { rows } = await engine.session(({ query }) => query('select clock_timestamp()::text as began'))
    const { owner } = await ensurePlatform(engine)
    await migrate(engine, owner, migrationsDir)
    await engine.session(async (session) => {
      await withoutTriggers(session, replaceTimes(quoted(String(rows[0]?.began)), 'clock_timestamp()', quoted(MADE)))
      // The log of all this is dropped, not kept for reuse: it would be more than half of the file.
      await session.exec('set wal_recycle = off')
      await session.exec('select pg_switch_wal()')
      await session.exec('checkpoint')
    }, BULK_LIMITS)
  } finally {
    await engine.close()
  }
}

/** Packs into `dir` what new databases are unpacked from, and removes what older files made. False: it is there. */
export async function makePrepared(dir: string, migrationsDir: string): Promise<boolean> {
  const file = fileIn(dir, migrationsDir)
  if (fs.existsSync(file)) return false
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'prepared-database-'))
  try {
    await makeDatabase(path.join(scratch, 'pg'), migrationsDir)
    fs.mkdirSync(dir, { recursive: true })
    const own = path.join(dir, `${randomUUID()}.new`)
    const packed = create({ cwd: scratch, portable: true }, ['pg'])
    const compress = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 12, [constants.ZSTD_c_checksumFlag]: 1 },
    })
    await pipeline(packed, compress, fs.createWriteStream(own))
    fs.renameSync(own, file)
    for (const name of fs.readdirSync(dir))
      if (name !== path.basename(file)) fs.rmSync(path.join(dir, name), { force: true })
    return true
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

const closeToOthers = (entry: ReadEntry) => {
  entry.mode = entry.type === 'Directory' ? 0o700 : 0o600
}

/** Its failures carry no code: they say nothing of the data directory, which is blamed for those that do. */
function readPacked(file: string): Buffer {
  try {
    return fs.readFileSync(file)
  } catch (error) {
    throw new Error(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Unpacks the database that was prepared from exactly these files into `pgDir`, which must not exist. False: there is none.
 * Readable by its owner only, whatever its files were.
 */
export function unpackPrepared(dir: string, migrationsDir: string, pgDir: string): boolean {
  const file = fileIn(dir, migrationsDir)
  if (!fs.existsSync(file)) return false
  const packed = readPacked(file)
  fs.mkdirSync(pgDir, { mode: 0o700 })
  // In one go: two thousand small files one after the other take half the work of as many that wait for one another.
  const unpack = extract({ cwd: pgDir, strip: 1, strict: true, sync: true, onReadEntry: closeToOthers })
  unpack.end(zstdDecompressSync(packed))
  return true
}
