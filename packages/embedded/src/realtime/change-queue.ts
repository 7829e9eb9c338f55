import { escapeLiteral } from 'pg'
import type { Engine } from '../database/engine.ts'
import type { Limits } from '../database/limits.ts'
import { rollBack, timeoutSql } from '../database/transaction.ts'

/** Our own schema: no migration and no role of the API has anything to do with it. */
export const SCHEMA = 'embedded_realtime'

export type Operation = 'INSERT' | 'UPDATE' | 'DELETE'

/** A row's primary key, each part as text, in the key's order. */
export type Key = readonly string[]

/** What a row of the queue says. */
export type Notice =
  /** A session or the right to sign in has ended, without saying whose. */
  | { kind: 'auth' }
  | { kind: 'rows'; schema: string; table: string; operation: Operation; keys: readonly Key[] }
  /** Too many rows to name. */
  | { kind: 'much'; schema: string; table: string }

/**
 * The queue: triggers add to it within the writer's transaction, so that it holds what was committed and nothing else.
 * It is logged: a crash loses no change that its clients have not seen. `cleaning` has one row: below which transaction
 * everything is deleted.
 */
export const QUEUE_SQL = `create table if not exists ${SCHEMA}.changes (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  "schema" text,
  "table" text,
  operation text not null,
  keys jsonb
);
create index if not exists changes_xid on ${SCHEMA}.changes (xid);
create table if not exists ${SCHEMA}.cleaning (
  "one" boolean primary key default true check ("one"),
  deleted_below xid8 not null,
  next_below xid8 not null,
  at timestamptz not null
);
insert into ${SCHEMA}.cleaning (deleted_below, next_below, at) values ('0', '0', now()) on conflict do nothing;`

/** Where a reader is: everything visible in this snapshot (`pg_current_snapshot()`) has been read. */
type Place = string

/** Rows read at once; more of them are not named one by one to anybody. */
const MOST_ROWS = 5_000

type Batch = { place: Place; lost: boolean; notices: Notice[] }

type Row = [schema: string | null, table: string | null, operation: string, keys: Key[] | null]

function noticeOf([schema, table, operation, keys]: Row): Notice {
  if (schema === null || table === null) return { kind: 'auth' }
  if (keys === null) return { kind: 'much', schema, table }
  return { kind: 'rows', schema, table, operation: operation as Operation, keys }
}

/**
 * What became visible since `place`: rows of transactions that began after it, and of those that were under way then.
 * Numbers in the order of insertion would not do, because transactions end in another order than they write.
 * `lost`: rows were deleted unread, or the database is an older one than before (a backup, another server).
 * Numbers of transactions that are still to come are from another server, by a restored dump, and count for nothing.
 */
const readSql = (place: Place) => `select now.place, was.xmax > now.xmax or exists (
    select from ${SCHEMA}.cleaning c where c.deleted_below > was.xmin and c.deleted_below <= now.xmax) as lost,
  (select json_agg(json_build_array(r."schema", r."table", r.operation, r.keys) order by r.id)::text from (
    select * from ${SCHEMA}.changes c where c.xid >= was.xmax and c.xid < now.xmax
    union all select * from ${SCHEMA}.changes c where c.xid = any (was.running)
    limit ${MOST_ROWS + 1}) r) as changes
from (select s::text as place, pg_snapshot_xmax(s) as xmax from pg_current_snapshot() s) now,
  (select pg_snapshot_xmin(s) as xmin, pg_snapshot_xmax(s) as xmax, array(select pg_snapshot_xip(s)) as running
   from (select ${escapeLiteral(place)}::pg_snapshot as s) given) was`

/**
 * On a server a connection that does not answer for longer is given up; the embedded database is not restarted because
 * of a look.
 */
const limitsOf = ({ kind }: Engine): Limits => ({ statement: kind === 'postgres' ? 3_000 : 30_000, turn: 5_000 })

/** As the tables' owner, in one trip. */
async function asOwner(engine: Engine, owner: string, sql: string): Promise<Record<string, unknown>[]> {
  const limits = limitsOf(engine)
  return engine.session(async (session) => {
    try {
      return await session.exec(`begin; set local role ${owner}${timeoutSql(engine, limits)}; ${sql}; commit`)
    } catch (error) {
      await rollBack(session)
      throw error
    }
  }, limits)
}

/** The place from which on a new reader reads. */
export async function placeNow(engine: Engine, owner: string): Promise<Place> {
  const [row] = await asOwner(engine, owner, 'select pg_current_snapshot()::text as place')
  return String(row?.place)
}

/** What was committed since `place`, each change once, in whatever order transactions began and ended. */
export async function readChanges(engine: Engine, owner: string, place: Place): Promise<Batch> {
  const [row] = await asOwner(engine, owner, readSql(place))
  const rows = JSON.parse(String(row?.changes ?? '[]')) as Row[]
  const isMuch = rows.length > MOST_ROWS
  return {
    place: String(row?.place),
    lost: row?.lost === true || isMuch,
    notices: isMuch ? [] : rows.map(noticeOf),
  }
}

/** How long a change stays at least. Whoever does not read for longer is told that something was lost. */
export const KEPT_SECONDS = 30

/**
 * Deletes what every reader had time to read: transactions that had ended at the cleaning before. Of several servers one
 * does it, and it does nothing more often than every `keptSeconds`.
 */
export async function cleanChanges(engine: Engine, owner: string, keptSeconds = KEPT_SECONDS): Promise<void> {
  const [row] = await asOwner(
    engine,
    owner,
    `with turn as (
      update ${SCHEMA}.cleaning set deleted_below = least(next_below, pg_snapshot_xmin(pg_current_snapshot())),
        next_below = pg_snapshot_xmin(pg_current_snapshot()), at = now()
      where at <= now() - interval '${keptSeconds} seconds' returning deleted_below
    ), gone as (
      delete from ${SCHEMA}.changes c using turn
      where c.xid < turn.deleted_below or c.xid >= pg_snapshot_xmax(pg_current_snapshot()) returning 1
    ) select count(*)::int as gone from gone`,
  )
  // The embedded database has no autovacuum, and the queue is never small for long.
  if (engine.kind === 'pglite' && Number(row?.gone) > 0)
    await engine.session((session) => session.exec(`vacuum ${SCHEMA}.changes`), limitsOf(engine))
}
