import { createHash } from 'node:crypto'
import { escapeIdentifier, escapeLiteral } from 'pg'
import type { Engine } from '../database/engine.ts'
import { transaction } from '../database/transaction.ts'
import { type PublishedTable, readPublication } from './publication.ts'

export type Operation = 'INSERT' | 'UPDATE' | 'DELETE'

/** A row's primary key, each part as text, in the key's order. */
export type Key = readonly string[]

export type Change = { operation: Operation; key: Key; at: string }

/** What a notification of ours says. */
export type Notice =
  | { kind: 'auth' }
  | { kind: 'rows'; schema: string; table: string; operation: Operation; keys: readonly Key[] }
  /** Too many rows to name. */
  | { kind: 'much'; schema: string; table: string }

const OPERATIONS: ReadonlySet<unknown> = new Set(['INSERT', 'UPDATE', 'DELETE'])

const isKey = (value: unknown): value is Key => Array.isArray(value) && value.every((part) => typeof part === 'string')

/** Reads a payload. Whoever may write SQL may notify anything on our channel; undefined: it is not from our triggers. */
export function readNotice(payload: string): Notice | undefined {
  let value: unknown
  try {
    value = JSON.parse(payload)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { auth, s, t, o, k } = value as Record<string, unknown>
  if (auth === true) return { kind: 'auth' }
  if (typeof s !== 'string' || typeof t !== 'string' || !OPERATIONS.has(o)) return undefined
  if (k === undefined) return { kind: 'much', schema: s, table: t }
  if (!Array.isArray(k) || !k.every(isKey)) return undefined
  return { kind: 'rows', schema: s, table: t, operation: o as Operation, keys: k }
}

/**
 * Adds changes to the waiting ones. A row that changes again before it was reported is reported once, in its latest
 * state.
 */
export function collect(waiting: Map<string, Change>, operation: Operation, keys: readonly Key[], at: string): void {
  for (const key of keys) {
    const id = `${operation} ${JSON.stringify(key)}`
    waiting.set(id, waiting.get(id) ?? { operation, key, at })
  }
}

/** Where `pg_notify` is heard. */
export const CHANNEL = 'embedded_realtime'
/** Has every server look again at sessions, bans and API keys. */
export const TELL_AUTH = `select pg_notify('${CHANNEL}', '{"auth":true}')`
/** Our own schema: no migration and no role of the API has anything to do with it. */
const SCHEMA = 'embedded_realtime'

/** A statement that changes more rows than this is reported as a whole ("look again"), not row by row. */
const MOST_ROWS_TOLD = 2_000
/** PostgreSQL takes 7,999 bytes a notification; the rest is for what stands around the keys. */
const KEY_BYTES = 7_000

const functionName = ({ schema, name }: PublishedTable, what: 'tell' | 'see') =>
  `${SCHEMA}.${escapeIdentifier(`${what} ${schema}.${name}`.slice(0, 63))}`

export const seeFunction = (table: PublishedTable) => functionName(table, 'see')

/**
 * The trigger's function: one notification for every handful of changed rows, holding the primary keys as text and
 * nothing else. Statements of one row, which is nearly all, take the short way.
 */
function tellSql(table: PublishedTable): string {
  const key = `jsonb_build_array(${table.key.map(({ name }) => `c.${escapeIdentifier(name)}::text`).join(', ')})`
  const head = `jsonb_build_object('s', tg_table_schema, 't', tg_table_name, 'o', tg_op`
  return `create or replace function ${functionName(table, 'tell')}() returns trigger language plpgsql
set search_path = '' as $tell$
declare
  many int;
  part text;
begin
  select count(*) into many from (select from changed c limit ${MOST_ROWS_TOLD + 1}) few;
  if many = 0 then return null; end if;
  if many = 1 then
    select ${head}, 'k', jsonb_build_array(${key}))::text into part from changed c;
    perform pg_notify('${CHANNEL}', case when octet_length(part) < 7990 then part else ${head})::text end);
  elsif many > ${MOST_ROWS_TOLD} then
    perform pg_notify('${CHANNEL}', ${head})::text);
  else
    for part in
      select ${head}, 'k', jsonb_agg(r.k))::text from (
        select ${key} as k, sum(octet_length(${key}::text) + 2) over (rows unbounded preceding) / ${KEY_BYTES} as page
        from changed c) r group by r.page order by r.page
    loop
      perform pg_notify('${CHANNEL}', case when octet_length(part) < 7990 then part else ${head})::text end);
    end loop;
  end if;
  return null;
end $tell$;`
}

/**
 * Which of some rows each of several callers may see: `claims` one JSON text per caller, `wanted` the numbers of the
 * rows to ask for, `k0`, `k1`, … the keys of all rows, one array per key column. Runs as the caller's role, so that policies
 * decide; one plan serves them all, which is what makes asking for hundreds of callers cheap.
 */
function seeSql(table: PublishedTable): string {
  // Of the columns' own types: a cast would have to wait behind the policies of every row, and no index could find the rows.
  const args = table.key.map(({ sqlType }, at) => `k${at} ${sqlType}[]`).join(', ')
  const joined = table.key.map(({ name }, at) => `t.${escapeIdentifier(name)} = (k${at})[w]`).join(' and ')
  return `create or replace function ${seeFunction(table)}(claims text[], subs text[], wanted text[], ${args})
returns table (who int, seen int[]) language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $see$
begin
  for i in 1 .. cardinality(claims) loop
    perform set_config('request.jwt.claims', claims[i], true), set_config('request.jwt.claim.sub', subs[i], true);
    who := i;
    select array_agg(w) into seen from unnest(wanted[i]::int[]) w join ${table.sql} t on ${joined};
    return next;
  end loop;
end $see$;`
}

const EVENTS = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const

const triggerName = (event: string) => `embedded_realtime_${event}`

function tableSql(table: PublishedTable): string {
  const triggers = EVENTS.map(
    ([event, side]) => `create or replace trigger ${triggerName(event)} after ${event} on ${table.sql}
referencing ${side} table as changed for each statement execute function ${functionName(table, 'tell')}();`,
  )
  return [tellSql(table), seeSql(table), ...triggers].join('\n')
}

/** Triggers of ours on tables that are no longer published. */
const dropUnpublished = (tables: readonly PublishedTable[]) => `do $$
declare r record;
begin
  for r in select t.tgname, t.tgrelid::regclass as rel from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where t.tgname like 'embedded\\_realtime\\_%' and n.nspname <> 'auth'
      and not (n.nspname || '.' || c.relname) = any (array[${['', ...tables.map(({ schema, name }) => `${schema}.${name}`)].map(escapeLiteral).join(', ')}])
  loop
    execute format('drop trigger %I on %s', r.tgname, r.rel);
  end loop;
end $$;`

/** With other types of keys a function would stand beside its former self, and a call could mean both. */
const dropOutdated = `do $$
declare f regprocedure;
begin
  for f in select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = '${SCHEMA}' and p.proname like 'see %'
  loop
    execute format('drop function %s', f);
  end loop;
end $$;`

/** Everything that has to be in the database for these tables, as one script, and a hash of its content. */
function installSql(tables: readonly PublishedTable[], owner: string): { script: string; hash: string } {
  const body = [dropOutdated, ...tables.map(tableSql), dropUnpublished(tables)].join('\n')
  const hash = createHash('sha256').update(body).update(owner).digest('hex')
  const script = `create schema if not exists ${SCHEMA};
grant usage on schema ${SCHEMA} to anon, authenticated, service_role;
${body}
grant execute on all functions in schema ${SCHEMA} to anon, authenticated, service_role;
comment on schema ${SCHEMA} is ${escapeLiteral(`realtime of the embedded backend, ${hash}`)};`
  return { script, hash }
}

/**
 * The end of a session and a ban are notified on the same channel, without saying whose: all connected sessions are checked
 * again. GoTrue's tables only, and only if we may create triggers on them.
 */
const AUTH_TRIGGERS = `create schema if not exists ${SCHEMA};
create or replace function ${SCHEMA}.tell_auth() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('${CHANNEL}', '{"auth":true}');
  return null;
end $$;
create or replace trigger embedded_realtime_session after delete on auth.sessions for each statement execute function ${SCHEMA}.tell_auth();
create or replace trigger embedded_realtime_ban after update of banned_until, deleted_at on auth.users for each statement execute function ${SCHEMA}.tell_auth();`

const HASH = `select obj_description(to_regnamespace('${SCHEMA}'), 'pg_namespace') as hash`

/**
 * Reads the publication and puts triggers on its tables, when they are not there yet: making them locks the tables for a
 * moment. Of several servers on one database one does it. Gives back the tables.
 */
export function installTriggers(engine: Engine, owner: string, hosted: boolean): Promise<PublishedTable[]> {
  return transaction(engine, owner, async (session) => {
    // Types come back with their schema: the functions made from them know no search path.
    await session.exec(`set local search_path = ''; select pg_advisory_xact_lock(hashtext('embedded realtime'))`)
    const tables = await readPublication(session)
    const { script, hash } = installSql(tables, owner)
    const { rows } = await session.query(HASH)
    if (String(rows[0]?.hash ?? '').endsWith(hash)) return tables
    await session.exec(hosted ? script : `${AUTH_TRIGGERS}\n${script}`)
    return tables
  })
}
