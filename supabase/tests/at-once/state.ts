/** What a database holds, written so that two that were led there by the same acts are equal. */
import { counterDifferences } from '../counters/counter-differences.ts'
import type { Harness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { world } from '../support/world.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const instant = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d(:?\d\d)?|Z)?/g
const hash = /\b([0-9a-f]{64}|[0-9a-f]{32})\b/g
/** In which order rows were copied, and by what the list sorted when a post was archived: nobody reads either. */
const drawn = /\\?"(place|hot_rank)\\?":[\d.]+,?/g
const code = /\bHOT-[0-9A-Z]{8}\b/g

const named = new Set<string>([...Object.values(people), ...Object.values(world)])
/** Ids that tests give: ten digits of which most are zero. Those that a database draws are not like that. */
const isGiven = (id: string) => named.has(id) || /-0000-4000-8000-0/.test(id)

/** Without what differs between any two runs: times, drawn ids, codes and hashes. */
export const timeless = (value: unknown): string =>
  JSON.stringify(value ?? null)
    .replace(instant, 'TIME')
    .replace(uuid, (id) => (isGiven(id) ? id : 'ID'))
    .replace(hash, 'HASH')
    .replace(code, 'CODE')
    .replace(drawn, '')

/** What is only about when and by whom something was done, not about what is. */
const unread = [
  'private.jobs',
  'private.job_runs',
  'private.rate_limits',
  'auth.sessions',
  'auth.refresh_tokens',
  'auth.mfa_amr_claims',
]

/** Tables and, of each, the columns that a sequence fills, or that hold a time of day or a transaction. */
const tablesSql = `
  select n.nspname || '.' || quote_ident(c.relname) as name, coalesce((
      select array_agg(a.attname::text) from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval%'
        or a.atttypid in ('xid8'::regtype, 'tsvector'::regtype))), '{}'::text[]) as drawn
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private', 'auth') and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`

/** Every row of every table, and the counters that differ from the rows they count. */
export async function stateOf(t: Harness): Promise<{ rows: string[]; miscounted: string[] }> {
  const tables = (await t.platform(tablesSql)).rows.filter(({ name }) => !unread.includes(String(name)))
  const parts = tables.map(
    ({ name, drawn }) =>
      `select '${name}' as name, to_jsonb(r) - '{${(drawn as string[]).join(',')}}'::text[] as content from ${name} r`,
  )
  const { rows } = await t.platform(parts.join(' union all '))
  const miscounted = (await t.owner(counterDifferences)).rows.map(({ what }) => String(what))
  return { rows: rows.map(({ name, content }) => `${name} ${timeless(content)}`).sort(), miscounted }
}
