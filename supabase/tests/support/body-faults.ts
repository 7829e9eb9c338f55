import type { Session } from '@hot/embedded/database/engine'

/** What plpgsql_check says of a function, as it is called (a trigger's: once for each table). */
export type BodyFault = { function: string; table: string | null; line: number | null; message: string }

/** Where the extension comes from; null when this server has it and the caller may make it. */
export async function missingChecker(session: Session): Promise<string | null> {
  const { rows } = await session.query(
    `select current_setting('server_version_num')::integer / 10000 as version,
       exists (select from pg_catalog.pg_available_extensions where name = 'plpgsql_check') as there,
       (select r.rolsuper from pg_catalog.pg_roles r where r.rolname = current_user) as super`,
  )
  const [{ version, there, super: may } = {}] = rows
  if (there !== true) return `plpgsql_check fehlt: das Debian-Paket postgresql-${version}-plpgsql-check installieren.`
  return may === true ? null : 'plpgsql_check fehlt: TEST_DATABASE_URL muss eine Rolle nennen, die Superuser ist.'
}

/** The tables of pg_cron that bodies read where it is installed; the extension itself needs a setting of the server. */
const STANDS_IN_FOR_CRON = `create schema cron;
  create table cron.job (jobid bigint, jobname text, schedule text, command text);
  create table cron.job_run_details (jobid bigint, runid bigint, status text, start_time timestamptz, end_time timestamptz)`

export const prepareChecker = (session: Session) =>
  session.exec(`create extension plpgsql_check; ${STANDS_IN_FOR_CRON}`)

/**
 * Each function with each trigger that calls it. Not asked for: hints about speed, and about statements made of text, which
 * are made of names of the catalogue here.
 */
const FAULTS = `with called as (
    select p.oid, coalesce(t.tgrelid, 0) as tgrelid,
      -- A function of several triggers asks for what happened before it reads the rows of before.
      max(t.tgoldtable) over (partition by p.oid) as tgoldtable, max(t.tgnewtable) over (partition by p.oid) as tgnewtable
    from pg_catalog.pg_proc p
    join pg_catalog.pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
    left join pg_catalog.pg_trigger t on t.tgfoid = p.oid and not t.tgisinternal and t.tgparentid = 0
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and (p.prorettype <> 'trigger'::regtype or t.oid is not null) and ($1::regprocedure is null or p.oid = $1::regprocedure)
  )
  select c.oid::regprocedure::text as function, c.tgrelid::regclass::text as table, f.lineno as line, f.message, f.detail, f.sqlstate, p.prosrc as body
  from (select distinct * from called) c
  join pg_catalog.pg_proc p on p.oid = c.oid
  cross join lateral plpgsql_check_function_tb(c.oid, c.tgrelid, fatal_errors => false, other_warnings => true, extra_warnings => true,
    performance_warnings => false, security_warnings => false, oldtable => c.tgoldtable, newtable => c.tgnewtable) f
  order by 1, 2, 3`

type Found = BodyFault & { detail: string | null; sqlstate: string; body: string }

/** Ends by refusing, which the check cannot know to be an end. */
const refusesAtTheEnd = /perform private\.refuse\w*\([^;]*\);\s*(?:end(?: if| case)?;\s*)*end\s*;?\s*$/

/** A literal is text to the check, whatever it is assigned to: `parts text[] := '{}'`. */
const isLiteral = ({ sqlstate, detail }: Found) => sqlstate === '42804' && detail?.startsWith('cast "text" value to ')
const isRefusal = ({ sqlstate, body }: Found) => sqlstate === '2F005' && refusesAtTheEnd.test(body)
/** What it cannot see into: `return query execute`. */
const isUnseen = ({ detail }: Found) => detail === 'cannot to determine result of dynamic SQL'

/** Every fault in the bodies in PL/pgSQL, or in those of one function. */
export async function bodyFaults(session: Session, only: string | null = null): Promise<BodyFault[]> {
  const { rows } = await session.query(FAULTS, [only])
  return (rows as Found[])
    .filter((found) => !isLiteral(found) && !isRefusal(found) && !isUnseen(found))
    .map((found) => ({ function: found.function, table: found.table, line: found.line, message: found.message }))
}
