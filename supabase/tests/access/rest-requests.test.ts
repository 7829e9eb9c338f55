import { restTables } from '@hot/domain/contract/wire/rest-requests'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'

const harness = useHarness()

const METHODS = { insert: 'POST', update: 'PATCH', delete: 'DELETE' } as const

/** Tables and views that the API roles can reach at all, and what they may do there. */
async function granted(t: Harness) {
  const { rows } = await t.platform(`
    select c.relname as name, array(
      select way from unnest('{insert,update,delete}'::text[]) as way
      where case way when 'delete' then has_table_privilege('authenticated', c.oid, way) or has_table_privilege('anon', c.oid, way)
        else has_any_column_privilege('authenticated', c.oid, way) or has_any_column_privilege('anon', c.oid, way) end)::text[] as writes
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and (has_any_column_privilege('authenticated', c.oid, 'select, insert, update') or has_any_column_privilege('anon', c.oid, 'select'))
    order by c.relname`)
  return rows as { name: string; writes: (keyof typeof METHODS)[] }[]
}

test(
  'REST offers the tables that people have rights on, and no others',
  harness(async (t) => {
    expect(Object.keys(restTables).sort()).toEqual((await granted(t)).map(({ name }) => name))
  }),
)

test(
  'REST offers each way of writing that somebody has a right to, and no other',
  harness(async (t) => {
    const offered = Object.entries(restTables).map(([name, { writes = [] }]) => [name, [...writes].sort()])
    const rights = (await granted(t)).map(({ name, writes }) => [name, writes.map((right) => METHODS[right]).sort()])
    expect(Object.fromEntries(offered)).toEqual(Object.fromEntries(rights))
  }),
)

test(
  'what REST searches, reads inside JSON and embeds is there',
  harness(async (t) => {
    const { rows } = await t.platform(`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and not a.attisdropped`)
    const columns = new Set(
      (rows as { table: string; column: string }[]).map(({ table, column }) => `${table}.${column}`),
    )
    const named = Object.entries(restTables).flatMap(([table, { patterns = [], paths = [] }]) =>
      [...patterns, ...paths.map((path) => path.replace(/->.*/, ''))].map((column) => `${table}.${column}`),
    )
    expect(named.filter((column) => !columns.has(column))).toEqual([])
    const embeds = Object.values(restTables).flatMap(({ embeds: relations = [] }) => relations)
    expect(embeds.filter((relation) => !Object.hasOwn(restTables, relation))).toEqual([])
  }),
)
