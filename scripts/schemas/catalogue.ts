/** Compares two databases by what they are, whatever happened to them. */

import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isPgError, type Session } from '@hot/embedded/database/engine'
import { inOrder, type SchemaStatement } from './schema-files.ts'

const sql = fs.readFileSync(path.join(import.meta.dirname, 'catalogue.sql'), 'utf8')

/** Definitions by `kind name`, as catalogue.sql gives them. */
export type Catalogue = Map<string, string>

export async function catalogueOf(session: Session): Promise<Catalogue> {
  await session.exec(`set search_path = ''`)
  const { rows } = await session.query(sql)
  await session.exec('reset search_path')
  return new Map(rows.map(({ kind, name, definition }) => [`${kind} ${name}`, String(definition)]))
}

/** `is`: the definition that is there, `should`: the one that should be; undefined where the object is missing. */
export type Difference = { kind: string; name: string; is: string | undefined; should: string | undefined }

export function differences(is: Catalogue, should: Catalogue): Difference[] {
  const keys = [...new Set([...is.keys(), ...should.keys()])].sort()
  return keys
    .filter((key) => is.get(key) !== should.get(key))
    .map((key) => {
      const [, kind = '', name = ''] = /^(row security|default acl|\w+) (.*)$/s.exec(key) ?? []
      return { kind, name, is: is.get(key), should: should.get(key) }
    })
}

// Databases to compare: one made of `supabase/schemas`, one made of all migrations.

/** Sums that a job counts and dates, whatever they are. */
const counted = ['private.chart_state']

/** Tables of ours and of storage, with the columns that do not hold when and as what a row was made. */
const TABLES = `select format('%I.%I', n.nspname, c.relname) as name,
    string_agg(format('%I', a.attname), ', ' order by a.attnum) filter (
      where coalesce(pg_get_expr(d.adbin, d.adrelid), '') !~ '\\m(now|statement_timestamp|clock_timestamp|gen_random_uuid)\\('
        and a.attidentity = '') as columns
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'private', 'storage')
  group by n.nspname, c.relname order by 1`

const rowsIn = ({ name, columns }: { name: string; columns: string | null }) =>
  `select '${name}' as name, string_agg(to_jsonb(r)::text, e'\\n' order by to_jsonb(r)::text) as definition
    from (select ${columns ?? 'true as there'} from ${name}) r`

/** The rows of each table that has some, as `rows NAME`. */
export async function rowsOf(session: Session): Promise<Catalogue> {
  const tables = (await session.query(TABLES)).rows as { name: string; columns: string | null }[]
  const { rows } = await session.query(
    `select * from (${tables.map(rowsIn).join(' union all ')}) found where definition is not null order by name`,
  )
  const found = rows.map(({ name, definition }) => [String(name), String(definition)] as const)
  return new Map(
    found.filter(([name]) => !counted.includes(name)).map(([name, definition]) => [`rows ${name}`, definition]),
  )
}

/** Runs the statements as `owner`, then each function once more with a look at its body. Fails with file and line. */
export async function buildFromSchemas(
  session: Session,
  owner: string,
  statements: readonly SchemaStatement[],
): Promise<void> {
  await session.exec(`begin; set local role ${owner}; set local check_function_bodies = off`)
  for (const statement of inOrder(statements)) await run(session, statement)
  await session.exec('set local check_function_bodies = on')
  for (const statement of statements)
    if (statement.object.kind === 'function')
      await run(session, {
        ...statement,
        code: statement.code.replace(/^create function/i, 'create or replace function'),
      })
  await session.exec('commit')
}

async function run(session: Session, { code, file, line }: SchemaStatement): Promise<void> {
  try {
    await session.query(code)
  } catch (error) {
    if (!isPgError(error)) throw error
    throw new Error(`${file}:${line} ${error.message}`, { cause: error })
  }
}

/** A directory for a database that is thrown away. */
export const throwawayDirectory = () => path.join(os.tmpdir(), `hot-schemas-${randomUUID()}`)

export const throwAway = (dir: string) => fs.rmSync(dir, { recursive: true, force: true })
