import type { Engine } from '../database/engine.ts'
import { transaction } from '../database/transaction.ts'
import { type PublishedTable, readPublication } from './publication.ts'
import { CHANNEL, installSql, SCHEMA } from './trigger-sql.ts'

/**
 * The end of a session and a ban are told of on the same channel, without saying whose: whoever is connected is looked at
 * anew. GoTrue's tables only, and only where they are ours to hang triggers on.
 */
const AUTH_TRIGGERS = `create schema if not exists ${SCHEMA};
create or replace function ${SCHEMA}.tell_auth() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('${CHANNEL}', '{"auth":true}');
  return null;
end $$;
create or replace trigger embedded_realtime_session after delete on auth.sessions for each statement execute function ${SCHEMA}.tell_auth();
create or replace trigger embedded_realtime_ban after update of banned_until, deleted_at on auth.users for each statement execute function ${SCHEMA}.tell_auth();`

const MARK = `select obj_description(to_regnamespace('${SCHEMA}'), 'pg_namespace') as mark`

/**
 * Reads the publication and puts triggers on its tables, when they are not there yet: making them locks the tables for a
 * moment. Of several servers on one database one does it. Gives back the tables.
 */
export function installTriggers(engine: Engine, owner: string, hosted: boolean): Promise<PublishedTable[]> {
  return transaction(engine, owner, async (session) => {
    // Types come back with their schema: the functions made from them know no search path.
    await session.exec(`set local search_path = ''; select pg_advisory_xact_lock(hashtext('embedded realtime'))`)
    const tables = await readPublication(session)
    const { script, mark } = installSql(tables, owner)
    const { rows } = await session.query(MARK)
    if (String(rows[0]?.mark ?? '').endsWith(mark)) return tables
    await session.exec(hosted ? script : `${AUTH_TRIGGERS}\n${script}`)
    return tables
  })
}
