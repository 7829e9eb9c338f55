import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { syncTree } from '../directory/sync.ts'
import { words } from '../words.ts'
import {
  type Answer,
  type Engine,
  exactNumber,
  INSTANT_TYPES,
  INT8,
  isoInstant,
  JSON_TYPES,
  NUMERIC,
  type Outcome,
  TEXT_TYPES,
} from './engine.ts'
import { type Heard, pgliteEngine, type SingleSession } from './pglite-engine.ts'
import { durableFiles, pgliteProgram, type SyncFailed } from './pglite-internals.ts'
import { SERIALIZERS } from './values.ts'

/**
 * PostgreSQL's own cache of the files. The whole of it is occupied from the start, and the system caches the same files
 * once more: its default of 128 MB would be a fifth of what the process may have.
 */
const SHARED_BUFFERS = '32MB'

/**
 * PGlite's parameters switch `fsync` off by `-F`. On a directory it is on, and PostgreSQL syncs what it must: its log before
 * a commit returns and before a page is written, pages at a checkpoint. Its default method here, `fdatasync`, is
 * one that Emscripten ignores.
 */
const DURABLE_PARAMS = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

const asText = (value: string) => value
const parsers = {
  [INT8]: exactNumber,
  [NUMERIC]: exactNumber,
  ...Object.fromEntries(Object.values(JSON_TYPES).map((oid) => [oid, (value: string) => JSON.parse(value) as unknown])),
  ...Object.fromEntries(Object.values(TEXT_TYPES).map((oid) => [oid, asText])),
  ...Object.fromEntries(Object.values(INSTANT_TYPES).map((oid) => [oid, isoInstant])),
}

/**
 * The embedded PostgreSQL (PGlite, the version that lite nests; another one must not open the same directory), in this
 * thread: while a statement runs, nothing else does, and no limit can end it. `dir` undefined: in memory. The extensions
 * are only made available; a migration creates what it needs. `failed` ends this thread: a sync of the files has failed.
 */
export async function openSingleSession(
  dir: string | undefined,
  program: WebAssembly.Module,
  heard: Heard,
  failed: SyncFailed,
): Promise<SingleSession> {
  const db = await PGlite.create({
    ...(dir ? { dataDir: dir } : {}),
    extensions: { pg_trgm, pgcrypto, unaccent, ...(dir ? { durableFiles: durableFiles(failed) } : {}) },
    parsers,
    serializers: SERIALIZERS,
    pgliteWasmModule: program,
    startParams: [...(dir ? DURABLE_PARAMS : PGlite.defaultStartParams), '-c', `shared_buffers=${SHARED_BUFFERS}`],
  })
  // What initdb, a restore or a copy wrote, or a version without `fsync`: PostgreSQL takes it for synced.
  if (dir) await syncTree(dir)
  await db.exec('set search_path to public, extensions; set timezone to utc')
  db.onNotification(heard)
  return {
    query: async (sql, params) => {
      const answer = await db.query<Record<string, unknown>>(sql, [...params])
      return { rows: answer.rows, affected: answer.affectedRows ?? 0 }
    },
    exec: (sql) => rowsOf(db, sql),
    each: (scripts) => eachOnDisk(db, scripts),
    learnTypes: () => db.refreshArrayTypes(),
    close: () => db.close(),
  }
}

async function rowsOf(db: PGlite, sql: string): Promise<Answer['rows']> {
  const answers = await db.exec(sql)
  return answers.findLast(({ fields }) => fields.length > 0)?.rows ?? []
}

/** Something to commit, so that the log is synced as far as it is written. */
const SYNC = "begin; select pg_logical_emit_message(true, '', ''); commit"

/**
 * Each in a transaction of its own that does not wait for the disk, and then once for all of them: nobody is told before.
 * Nobody reads in between either, since the session is lent to one.
 */
async function eachOnDisk(db: PGlite, scripts: readonly string[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const script of scripts)
    try {
      outcomes.push({ rows: await rowsOf(db, `begin; set local synchronous_commit = off; ${script}; commit`) })
    } catch (error) {
      outcomes.push({ error })
      // Twice, as `rollBack` does.
      await db.exec('rollback').catch(() => db.exec('rollback').catch(() => {}))
    }
  await db.exec(SYNC)
  return outcomes
}

/** In this thread there is nobody left to tell, and no way back to the caller. */
function endProcess(error: unknown): never {
  console.error(words.log.diskRefuses(error instanceof Error ? error.message : String(error)))
  process.exit(1)
}

/** The embedded PostgreSQL in this thread, for commands and tests; a server opens `openWatchedPglite`. */
export async function openPglite(dir?: string): Promise<Engine> {
  let hear: Heard = () => {}
  const heardFirst: Heard = (channel, payload) => hear(channel, payload)
  const session = await openSingleSession(dir, await pgliteProgram(), heardFirst, endProcess)
  const { engine, heard } = pgliteEngine({ current: async () => session, close: () => session.close() })
  hear = heard
  return engine
}
