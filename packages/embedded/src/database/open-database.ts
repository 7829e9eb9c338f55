import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackendOptions } from '../backend-options.ts'
import { closedToUs, fileFailure, openDataDirectory, RESTORE_MARKER } from '../directory/data-directory.ts'
import { StartError } from '../directory/start-error.ts'
import { syncDirectory } from '../directory/sync.ts'
import type { Log } from '../log.ts'
import { openReplica, type Replica } from '../replica.ts'
import { words } from '../words.ts'
import { DatabaseAway, type Engine } from './engine.ts'

/** `ready` is to be called once the first start has made everything; `close` gives the directory back. */
export type Database = { engine: Engine; replica?: Replica; ready: () => void; close: () => Promise<void> }

const UNFINISHED = 'first-start-unfinished'

/** A first start that was cut off left half a database which nobody has used: begin again. True: there is none, or none any more. */
function clearUnfinished(dir: string): boolean {
  const data = path.join(dir, 'pg')
  const mark = path.join(dir, UNFINISHED)
  if (fs.existsSync(mark)) fs.rmSync(data, { recursive: true, force: true })
  if (fs.existsSync(data)) return false
  fs.writeFileSync(mark, '')
  syncDirectory(dir)
  return true
}

/** How a new embedded database is had without making it: `unpack` writes its files (false: there are none), `renew` makes it its own. */
export type Prepared = { unpack(pgDir: string): Promise<boolean>; renew(engine: Engine): Promise<void> }

/** Whether the new database in `dir` was unpacked. What cannot be unpacked is as if there were none: the migrations run. */
async function unpackNew(dir: string, { unpack }: Prepared, log: Log): Promise<boolean> {
  const data = path.join(dir, 'pg')
  try {
    return await unpack(data)
  } catch (error) {
    const failure = fileFailure(error, dir)
    if (failure) throw failure
    fs.rmSync(data, { recursive: true, force: true })
    log(words.log.notUnpacked(error instanceof Error ? error.message : String(error)), 'warn')
    return false
  }
}

/**
 * Keys are made once a database is open, so keys without one mean that it was lost (a volume that is not mounted, a wrong
 * `rm`): a new one would be a new site under the old name, whose backups soon push out the good ones. Throws StartError.
 */
function refuseLostDatabase(dir: string): void {
  const isThere = (name: string) => fs.existsSync(path.join(dir, name))
  // While a restore moves its entries, the lock and its own marker answer.
  if (!isThere('secrets.json') || isThere('pg/PG_VERSION') || isThere(UNFINISHED) || isThere(RESTORE_MARKER)) return
  // Files without a version are a damaged database, which opening it reports.
  if (isThere('pg') && fs.readdirSync(path.join(dir, 'pg')).length > 0) return
  throw new StartError('data_dir_damaged', words.start.databaseLost(dir))
}

/** The major version of PostgreSQL that PGlite is. */
export const PGLITE_POSTGRES = '17'

/** The major version of PostgreSQL that made the files in `pgDir`, if it is not ours: PGlite cannot open them. */
export function otherPostgres(pgDir: string): string | undefined {
  const file = path.join(pgDir, 'PG_VERSION')
  const made = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : PGLITE_POSTGRES
  return made === PGLITE_POSTGRES ? undefined : made
}

function refuseOtherPostgres(dir: string): void {
  const other = otherPostgres(path.join(dir, 'pg'))
  if (!other) return
  throw new StartError('database_other_postgres', words.start.otherPostgres(dir, other, PGLITE_POSTGRES))
}

async function openDirectory(dir: string, prepared: Prepared | undefined, log: Log): Promise<Database> {
  refuseLostDatabase(dir)
  const release = openDataDirectory(dir)
  try {
    const isNew = clearUnfinished(dir)
    const isUnpacked = isNew && prepared !== undefined && (await unpackNew(dir, prepared, log))
    refuseOtherPostgres(dir)
    const { openWatchedPglite } = await import('./watched-pglite.ts')
    const engine = await openWatchedPglite(path.join(dir, 'pg'), log)
    if (isUnpacked) {
      await prepared.renew(engine)
      log(words.log.unpacked)
    }
    return {
      engine,
      ready: () => {
        fs.rmSync(path.join(dir, UNFINISHED), { force: true })
        syncDirectory(dir) // a mark that came back after a power cut would delete the database
      },
      close: async () => {
        await engine.close()
        release()
      },
    }
  } catch (error) {
    release()
    if (error instanceof StartError) throw error
    throw (
      fileFailure(error, dir) ??
      closedToUs(path.join(dir, 'pg'), dir) ??
      new StartError('data_dir_damaged', words.start.databaseDamaged(dir), error)
    )
  }
}

/** What the driver says when the server has no TLS, and how Node names what it has against a certificate. */
const NO_TLS = /server does not support SSL/i
const CERTIFICATE = /certificate|CERT_|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME/i

/** What a server answers to a wrong address, as one line that names no password. */
export function connectFailure(error: unknown, url: URL): StartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const where = `${url.hostname}:${url.port || 5432}`
  const wrong: Record<string, string> = {
    ENOTFOUND: words.start.noSuchHost(url.hostname),
    EAI_AGAIN: words.start.hostNotResolved(url.hostname),
    '28P01': words.start.wrongPassword,
    '28000': words.start.mayNotLogIn,
    '3D000': words.start.noSuchDatabase(url.pathname.slice(1)),
  }
  const said = error instanceof Error ? error.message : ''
  const reached =
    code === '53300'
      ? words.start.tooManyConnections(where)
      : NO_TLS.test(said)
        ? words.start.noTls(where)
        : CERTIFICATE.test(`${code} ${said}`)
          ? words.start.certificateRefused(where, said)
          : undefined
  // It did answer: the address is right, so nobody is asked to check it.
  if (reached) return new StartError('database_refused', reached, error)
  const reason = wrong[code] ?? words.start.noAnswerFrom(where)
  return new StartError('database_unreachable', words.start.noConnection(reason), error)
}

function parsedUrl(value: string): URL {
  const wrong = new StartError('database_url_invalid', words.start.databaseUrl)
  if (!URL.canParse(value)) throw wrong
  const url = new URL(value)
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') throw wrong
  return url
}

const OLDEST = 150000

/** Has the sessions of a pooler begin as those of this process do. Fails with a `StartError`. */
async function preparePooler(value: string, engine: Engine): Promise<void> {
  const { hasRoleDefaults } = await import('./postgres.ts')
  if (await hasRoleDefaults(engine)) return
  throw new StartError('database_unreachable', words.start.oldPooler(new URL(value).host))
}

type Addresses = Pick<BackendOptions, 'databasePoolUrl' | 'databaseReadUrl' | 'databasePatience'>

const ASK_AGAIN_MS = 1_000
/** How network, driver and PostgreSQL say that a server is not there yet, which a wrong password or name is not. */
const NOT_YET = /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EAI_AGAIN|ENOENT|EPIPE|57P0[123])$/
const NO_ANSWER = /timeout|terminated unexpectedly/i

function isNotThereYet(error: unknown): boolean {
  const cause = error instanceof DatabaseAway ? error.cause : error
  if (!(cause instanceof Error)) return false
  return 'code' in cause ? NOT_YET.test(String(cause.code)) : NO_ANSWER.test(cause.message)
}

/** Asks until the server is there, for at most `patience` ms. `waits` is called once, when it is not. */
async function onceThere<T>(ask: () => Promise<T>, patience: number, waits: () => void): Promise<T> {
  const end = performance.now() + patience
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!isNotThereYet(error) || performance.now() + ASK_AGAIN_MS > end) throw error
      if (tries === 1) waits()
      await pause(ASK_AGAIN_MS)
    }
  }
}

const ASKED_FIRST = `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`

async function openServer(
  value: string,
  log: Log,
  { databasePoolUrl: poolUrl, databaseReadUrl, databasePatience = 0 }: Addresses,
): Promise<Database> {
  const url = parsedUrl(value)
  const { openPostgres, setRoleDefaults } = await import('./postgres.ts')
  const engine = openPostgres(value, log, poolUrl)
  try {
    const { rows } = await onceThere(
      async () => {
        if (poolUrl) await setRoleDefaults(value)
        return engine.session(({ query }) => query(ASKED_FIRST))
      },
      databasePatience,
      () => log(words.log.waitsForServer(`${url.hostname}:${url.port || 5432}`, databasePatience / 1000), 'warn'),
    )
    if (Number(rows[0]?.version) < OLDEST) throw new StartError('database_unreachable', words.start.oldPostgres)
    const encoding = String(rows[0]?.encoding)
    if (encoding !== 'UTF8')
      throw new StartError('database_encoding', words.start.otherEncoding(url.pathname.slice(1), encoding))
    if (poolUrl) await preparePooler(poolUrl, engine)
  } catch (error) {
    await engine.close()
    throw error instanceof StartError ? error : connectFailure(error instanceof DatabaseAway ? error.cause : error, url)
  }
  const replica = databaseReadUrl ? openReplica(engine, openPostgres(databaseReadUrl, log), log) : undefined
  return {
    engine,
    ...(replica && { replica }),
    ready: () => {},
    close: async () => {
      await replica?.close()
      await engine.close()
    },
  }
}

/** The embedded database in `dataDir` (undefined: in memory), or the server at `databaseUrl`. Fails with a `StartError`. */
export async function openDatabase(
  options: Pick<BackendOptions, 'dataDir' | 'databaseUrl'> & Addresses & { prepared?: Prepared | undefined },
  log: Log,
): Promise<Database> {
  if (options.databaseUrl) return openServer(options.databaseUrl, log, options)
  if (options.dataDir) return openDirectory(path.resolve(options.dataDir), options.prepared, log)
  const { openWatchedPglite } = await import('./watched-pglite.ts')
  const engine = await openWatchedPglite(undefined, log)
  return { engine, ready: () => {}, close: () => engine.close() }
}
