import type { Session } from '../database/engine.ts'

/** Rows of one trip. */
const BATCH = 500

/** Tables with rows of their own, with what makes a partition one; the record of migrations is each database's own. */
const TABLES_SQL = `select format('%I.%I', n.nspname, c.relname) as name,
    case when c.relispartition then format('create table %I.%I partition of %s %s', n.nspname, c.relname,
      i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid)) end as partition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits i on i.inhrelid = c.oid
  where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$|supabase_migrations$|embedded$)' order by 1`

const COLUMNS_SQL = `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`

const SEQUENCES_SQL = `select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences
  where schemaname !~ '^(pg_|information_schema$)' and last_value is not null`

async function tables(session: Session): Promise<{ name: string; partition: string | null }[]> {
  const { rows } = await session.query(TABLES_SQL)
  return rows.map(({ name, partition }) => ({
    name: String(name),
    partition: partition === null ? null : String(partition),
  }))
}

/** As text in both directions: what no program has read as a number or a date cannot have been changed by one. */
async function moveTable(from: Session, to: Session, name: string): Promise<void> {
  const { rows: columns } = await to.query(COLUMNS_SQL, [name])
  const list = String(columns[0]?.list)
  await from.exec(`declare moving no scroll cursor for select row_to_json(t)::text as row from ${name} t`)
  for (;;) {
    const { rows } = await from.query(`fetch ${BATCH} from moving`)
    if (rows.length === 0) break
    await to.query(
      `insert into ${name} (${list}) overriding system value select ${list} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${rows.map(({ row }) => String(row)).join(',')}]`],
    )
  }
  await from.exec('close moving')
}

/**
 * Moves every row of a database into another with the same schema, in one transaction of each. What migrations have put
 * there goes first; triggers rest, since what they did is among the rows. The role needs to be a superuser for that.
 */
export async function moveRows(from: Session, to: Session): Promise<void> {
  await from.exec('begin isolation level repeatable read read only')
  await to.exec('begin; set local session_replication_role = replica')
  const [source, target] = [await tables(from), new Set((await tables(to)).map(({ name }) => name))]
  await to.exec(`truncate ${[...target].join(', ')} cascade`)
  for (const { name, partition } of source)
    if (partition && !target.has(name)) await to.exec(`set local role app_owner; ${partition}; reset role`)
  for (const { name } of source) await moveTable(from, to, name)
  const { rows } = await from.query(SEQUENCES_SQL)
  for (const { name, last_value } of rows) await to.query('select setval($1::regclass, $2::bigint)', [name, last_value])
  await to.exec('commit')
  await from.exec('commit')
}
