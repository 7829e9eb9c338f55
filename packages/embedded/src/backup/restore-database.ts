import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type Engine, isPgError } from '../database/engine.ts'
import { BULK_LIMITS } from '../database/limits.ts'
import { checkHistory, migrate, type Program } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { StartError } from '../directory/start-error.ts'
import { putSecrets } from '../keys/secrets.ts'
import { ensurePlatform, ensureRoles, OURS } from '../platform/platform.ts'
import { words } from '../words.ts'
import { DUMP, type Manifest } from './archive.ts'
import { requireProgram, runProgram } from './dump.ts'
import { BackupError } from './installation.ts'
import { fillFromBackup } from './portable.ts'
import { fillRows, type Rows, readRows } from './rows.ts'
import { columnContents, requireTables, type Tables, tableContents } from './table-contents.ts'

/** A new database on the same server. `swap` gives it the name of the old one, which is dropped or renamed. */
type Beside = {
  url: string
  swap: (keepOld: boolean) => Promise<string | undefined>
  drop: () => Promise<void>
}

const quoted = (name: string) => pg.escapeIdentifier(name)

/** A session cannot rename its own database, so it connects to this one, which every server has. */
async function fromOutside<T>(databaseUrl: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(databaseUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href, application_name: 'embedded restore' })
  await client.connect()
  return act(client).finally(() => client.end())
}

const busy = (cause?: unknown) => new BackupError(words.backup.databaseBusy, cause)

async function refuseUsers(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
    [name],
  )
  if (rowCount) throw busy()
}

async function create(client: pg.Client, name: string, fresh: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string; datcollate: string; datctype: string }>(
    'select pg_encoding_to_char(encoding) as encoding, datcollate, datctype from pg_database where datname = $1',
    [name],
  )
  const { encoding = 'UTF8', datcollate = 'C', datctype = 'C' } = rows[0] ?? {}
  const [sort, kind] = [datcollate, datctype].map((locale) => pg.escapeLiteral(locale))
  try {
    await client.query(
      `create database ${quoted(fresh)} template template0 encoding '${encoding}' lc_collate ${sort} lc_ctype ${kind}`,
    )
  } catch (error) {
    if (!isPgError(error) || error.code !== '42501') throw error
    throw new BackupError(words.backup.mayNotCreate, error)
  }
}

/** Renames both in one transaction. */
async function exchange(client: pg.Client, name: string, fresh: string, previous: string): Promise<void> {
  await refuseUsers(client, name)
  try {
    await client.query('begin')
    await client.query(`alter database ${quoted(name)} rename to ${quoted(previous)}`)
    await client.query(`alter database ${quoted(fresh)} rename to ${quoted(name)}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw isPgError(error) && error.code === '55006' ? busy(error) : error
  }
}

const nameIn = (databaseUrl: string) => decodeURIComponent(new URL(databaseUrl).pathname.slice(1))

/**
 * Creates an empty database with the encoding and locale of the one in `databaseUrl`, which may be in use only where it is
 * not to be replaced. Throws BackupError.
 */
async function newDatabaseBeside(databaseUrl: string, stamp: string, kind: 'restore' | 'rehearsal'): Promise<Beside> {
  const url = new URL(databaseUrl)
  const name = nameIn(databaseUrl)
  const fresh = `${name}-${kind}-${stamp}`
  const previous = `${name}-before-restore-${stamp}`
  await fromOutside(databaseUrl, async (client) => {
    if (kind === 'restore') await refuseUsers(client, name)
    await create(client, name, fresh)
  })
  url.pathname = `/${encodeURIComponent(fresh)}`
  return {
    url: url.href,
    swap: (keepOld) =>
      fromOutside(databaseUrl, async (client) => {
        await exchange(client, name, fresh, previous)
        if (keepOld) return previous
        await client.query(`drop database ${quoted(previous)}`)
        return undefined
      }),
    drop: () =>
      fromOutside(databaseUrl, async (client) => void (await client.query(`drop database if exists ${quoted(fresh)}`))),
  }
}

const STATE_SQL = `select current_setting('server_version') as version,
  exists (select from pg_roles where rolname = 'supabase_admin') as hosted,
  exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema$)') as used`

async function stateOf(databaseUrl: string): Promise<{ version: string; used: boolean }> {
  const database = await openDatabase({ databaseUrl }, () => {})
  try {
    const { rows } = await database.engine.session((session) => session.query(STATE_SQL))
    if (rows[0]?.hosted === true) throw new BackupError(words.backup.hostedRestores)
    return { version: String(rows[0]?.version), used: rows[0]?.used === true }
  } finally {
    await database.close()
  }
}

/** The program that will open what is restored: its migrations, and what it may serve. */
export type Opener = { migrationsDir: string; program?: Program | undefined }

/** How many migrations a restored database misses. Throws BackupError when this program cannot open it. */
export async function requireOpenable(
  engine: Engine,
  migrationsDir: string,
  program: Program | undefined,
): Promise<number> {
  try {
    return await checkHistory(engine, OURS.owner, migrationsDir, program)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new BackupError(words.backup.notOpenable(error.message), error)
  }
}

/** Restores in one transaction, compares the result with the hashes of the dump and has `look` read it. Throws BackupError. */
async function fill<T>(
  databaseUrl: string,
  unpacked: string,
  manifest: Manifest,
  opener: Opener,
  look: (engine: Engine, missing: number) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ databaseUrl }, () => {})
  try {
    await ensureRoles(database.engine)
    // A dump grants rights last, but an object's new owner needs the right to create in its schema before.
    await database.engine.session((session) => session.exec('grant all on schema public to app_owner'))
    await runProgram('pg_restore', ['--single-transaction', '--exit-on-error', path.join(unpacked, DUMP)], databaseUrl)
    const tables = await database.engine.session((session) => tableContents(session, manifest.format), BULK_LIMITS)
    requireTables(manifest.tables ?? {}, tables)
    return await look(database.engine, await requireOpenable(database.engine, opener.migrationsDir, opener.program))
  } finally {
    await database.close()
  }
}

/**
 * A restored database that is not in use yet; `swap` replaces the old one and returns the old one's new name. `missing`:
 * migrations that the next start will run.
 */
type Restored = { missing: number; swap: (stamp: string) => Promise<string | undefined>; leave: () => Promise<void> }

/**
 * Restores the dump, or moves the embedded database, into a new database beside that of `databaseUrl`. The latter must have
 * no connections when they are swapped, and must be empty without `replace`. Throws BackupError.
 */
export async function restoreDatabase(
  databaseUrl: string,
  unpacked: string,
  manifest: Manifest,
  options: Opener & { replace: boolean; stamp: string },
): Promise<Restored> {
  const { migrationsDir, program, replace, stamp } = options
  const { version, used } = await stateOf(databaseUrl)
  if (used && !replace) throw new BackupError(words.backup.databaseUsed)
  const isDump = manifest.kind === 'postgres'
  if (isDump) await requireProgram('pg_restore', version)
  const beside = await newDatabaseBeside(databaseUrl, stamp, 'restore')
  try {
    const missing = isDump
      ? await fill(beside.url, unpacked, manifest, options, async (_, count) => count)
      : await moveEmbedded(beside.url, unpacked, manifest, migrationsDir, (engine) =>
          requireOpenable(engine, migrationsDir, program),
        )
    return { missing, swap: () => beside.swap(used), leave: beside.drop }
  } catch (error) {
    await beside.drop()
    throw error
  }
}

/** Drops the databases of rehearsals that were killed. */
export const dropRehearsals = (databaseUrl: string): Promise<void> =>
  fromOutside(databaseUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1 || '-rehearsal-')",
      [nameIn(databaseUrl)],
    )
    for (const { datname } of rows) await client.query(`drop database ${quoted(datname)} with (force)`)
  })

/** Restores the dump into a database that is dropped after `look` has read it. Throws BackupError. */
export async function rehearseDatabase<T>(
  databaseUrl: string,
  unpacked: string,
  manifest: Manifest,
  options: Opener & { stamp: string; look: (engine: Engine, missing: number) => Promise<T> },
): Promise<T> {
  const { version } = await stateOf(databaseUrl)
  await requireProgram('pg_restore', version)
  const beside = await newDatabaseBeside(databaseUrl, options.stamp, 'rehearsal')
  return fill(beside.url, unpacked, manifest, options, options.look).finally(beside.drop)
}

/** The embedded database of a backup, migrated to this program's version, so that both have the same tables. */
async function openSource(unpacked: string, migrationsDir: string): Promise<Engine> {
  const { openPglite } = await import('../database/pglite.ts')
  const engine = await openPglite(path.join(unpacked, 'pg'))
  try {
    await migrate(engine, (await ensurePlatform(engine)).owner, migrationsDir)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

async function moveFiles(target: Engine, unpacked: string, migrationsDir: string): Promise<void> {
  await migrate(target, (await ensurePlatform(target)).owner, migrationsDir)
  const source = await openSource(unpacked, migrationsDir)
  const fill = async (rows: Rows, contents: Tables) => {
    const filled = await target.session(async (session) => {
      await fillRows(session, rows)
      return columnContents(session, rows.tables)
    }, BULK_LIMITS)
    requireTables(contents, filled)
  }
  await source.session((session) => readRows(session, fill), BULK_LIMITS).finally(() => source.close())
  fs.rmSync(path.join(unpacked, 'pg'), { recursive: true })
}

/**
 * Fills the empty database of `databaseUrl` from an unpacked backup of an embedded one, keys included. `opened`: whether
 * this program can open the result. Throws BackupError.
 */
async function moveEmbedded<T>(
  databaseUrl: string,
  unpacked: string,
  manifest: Manifest,
  migrationsDir: string,
  opened: (engine: Engine) => Promise<T>,
): Promise<T> {
  const { engine, close } = await openDatabase({ databaseUrl }, () => {})
  const keys = path.join(unpacked, 'secrets.json')
  try {
    if (manifest.kind === 'portable') await fillFromBackup(engine, unpacked, manifest, migrationsDir)
    else await moveFiles(engine, unpacked, migrationsDir)
    await putSecrets(engine, fs.readFileSync(keys, 'utf8'))
    fs.rmSync(keys)
    return await opened(engine)
  } catch (error) {
    if (!isPgError(error) || error.code !== '42501') throw error
    throw new BackupError(words.backup.missingRights, error)
  } finally {
    await close()
  }
}
