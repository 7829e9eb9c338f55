import { createHash } from 'node:crypto'
import { escapeIdentifier, escapeLiteral } from 'pg'
import type { Engine } from '../database/engine.ts'
import { transaction } from '../database/transaction.ts'
import { type Key, type Operation, QUEUE_SQL, SCHEMA } from './change-queue.ts'
import { type PublishedTable, readPublication } from './publication.ts'

export type Change = { operation: Operation; key: Key; at: string }

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

/** A statement that changes more rows than this is reported as a whole ("look again"), not row by row. */
const MOST_ROWS_TOLD = 2_000

const functionName = ({ schema, name }: PublishedTable, what: 'tell' | 'see' | 'decide') =>
  `${SCHEMA}.${escapeIdentifier(`${what} ${schema}.${name}`.slice(0, 63))}`

export const seeFunction = (table: PublishedTable) => functionName(table, 'see')
export const decideFunction = (table: PublishedTable) => functionName(table, 'decide')

/**
 * The trigger's function: one row of the queue for each statement that changed something, holding the primary keys as
 * text and nothing else. It runs as the queue's owner, since nobody else may write there.
 */
function tellSql(table: PublishedTable): string {
  const key = `jsonb_build_array(${table.key.map(({ name }) => `c.${escapeIdentifier(name)}::text`).join(', ')})`
  const columns = table.key.map(({ name }) => escapeIdentifier(name)).join(', ')
  return `create or replace function ${functionName(table, 'tell')}() returns trigger language plpgsql
security definer set search_path = '' as $tell$
begin
  insert into ${SCHEMA}.changes ("schema", "table", operation, keys)
    select tg_table_schema, tg_table_name, tg_op, case when count(*) <= ${MOST_ROWS_TOLD} then jsonb_agg(${key}) end
    from (select ${columns} from changed limit ${MOST_ROWS_TOLD + 1}) c having count(*) > 0;
  return null;
end $tell$;`
}

/** Of the columns' own types: a cast would have to wait behind the policies of every row, and no index could find the rows. */
const keyArguments = ({ key }: PublishedTable) => key.map(({ sqlType }, at) => `k${at} ${sqlType}[]`).join(', ')

/**
 * Which of some rows each of several callers may see: `claims` one JSON text per caller, `wanted` the numbers of the
 * rows to ask for, `k0`, `k1`, … the keys of all rows, one array per key column. Runs as the caller's role, so that policies
 * decide; one plan serves them all, which is what makes asking for hundreds of callers cheap.
 */
function seeSql(table: PublishedTable): string {
  const args = keyArguments(table)
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

/** Neither JSON nor a uuid. */
const NOBODY = 'nobody'

/**
 * Which rows everybody of the caller's role may see, and which nobody. The policies are asked with claims that cannot be
 * read: an answer that comes without an error was found without looking at who asks, so everybody gets it. A row whose
 * policies had to look is left out. `see` differs between two callers of a role in these two settings and in nothing else.
 * By keys and never by scans: a scan of a small table for a condition on another would look at rows that are not asked for.
 * Wrong where a policy takes the settings as bare text or swallows the error: such a table must not be decided this way.
 */
function decideSql(table: PublishedTable): string {
  const named = table.key.map(({ name }, at) => `t.${escapeIdentifier(name)} = k${at}[i]`).join(' and ')
  return `create or replace function ${decideFunction(table)}(${keyArguments(table)})
returns table (decided int, shown boolean) language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
set enable_seqscan = off as $decide$
begin
  perform set_config('request.jwt.claims', '${NOBODY}', true), set_config('request.jwt.claim.sub', '${NOBODY}', true);
  for i in 1 .. cardinality(k0) loop
    begin
      shown := exists (select from ${table.sql} t where ${named});
      decided := i;
      return next;
    exception when others then null;
    end;
  end loop;
end $decide$;`
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
  return [tellSql(table), seeSql(table), decideSql(table), ...triggers].join('\n')
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
  for f in select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = '${SCHEMA}' and p.proname ~ '^(see|decide) '
  loop
    execute format('drop function %s', f);
  end loop;
end $$;`

/** Everything that has to be in the database for these tables, as one script, and a hash of its content. */
function installSql(tables: readonly PublishedTable[], owner: string): { script: string; hash: string } {
  const body = [QUEUE_SQL, dropOutdated, ...tables.map(tableSql), dropUnpublished(tables)].join('\n')
  const hash = createHash('sha256').update(body).update(owner).digest('hex')
  const script = `create schema if not exists ${SCHEMA};
grant usage on schema ${SCHEMA} to anon, authenticated, service_role;
${body}
grant execute on all functions in schema ${SCHEMA} to anon, authenticated, service_role;
comment on schema ${SCHEMA} is ${escapeLiteral(`realtime of the embedded backend, ${hash}`)};`
  return { script, hash }
}

/**
 * The end of a session and a ban are in the same queue, without saying whose: all connected sessions are checked again.
 * GoTrue's tables only, and only if we may create triggers on them.
 */
const AUTH_TRIGGERS = `create or replace function ${SCHEMA}.tell_auth() returns trigger language plpgsql
security definer set search_path = '' as $$
begin
  insert into ${SCHEMA}.changes (operation) values (tg_op);
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
    await session.exec(hosted ? script : `${script}\n${AUTH_TRIGGERS}`)
    return tables
  })
}
