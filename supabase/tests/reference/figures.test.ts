import { beforeAll, expect, test } from 'vitest'
import { type StoredFigure, wrongFigure } from '../../../tests/support/figures/page-says.ts'
import { storedFigures } from '../../../tests/support/figures/rows.ts'
import { useHarness } from '../support/harness.ts'

const harness = useHarness()
const bodies = new Map<string, string>()

beforeAll(
  harness(async (t) => {
    const { rows } = await t.owner(
      `select p.pronamespace::regnamespace::text || '.' || p.proname as name,
         string_agg(pg_get_function_arguments(p.oid) || ' ' || p.prosrc, ' ') as body
       from pg_proc p where p.prokind = 'f' and p.pronamespace::regnamespace::text in ('private', 'public') group by 1
       union all
       select 'comment on ' || p.pronamespace::regnamespace || '.' || p.proname, obj_description(p.oid, 'pg_proc') from pg_proc p
       where p.pronargs = 0 and p.pronamespace = 'private'::regnamespace
       union all
       select d.adrelid::regclass::text || '.' || a.attname, pg_get_expr(d.adbin, d.adrelid)
       from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       join pg_class c on c.oid = d.adrelid and c.relnamespace in ('private'::regnamespace, 'public'::regnamespace)
       union all
       select c.conrelid::regclass::text || '.' || c.conname, pg_get_constraintdef(c.oid)
       from pg_constraint c where c.contype = 'c' and c.connamespace in ('private'::regnamespace, 'public'::regnamespace)
         and c.conrelid <> 0
       union all
       select c.oid::regclass::text, pg_get_viewdef(c.oid) from pg_class c
       where c.relkind in ('v', 'm') and c.relnamespace in ('private'::regnamespace, 'public'::regnamespace)
       union all
       select t.tgrelid::regclass::text || '.' || t.tgname, pg_get_triggerdef(t.oid)
       from pg_trigger t where not t.tgisinternal`,
    )
    for (const { name, body } of rows) bodies.set(String(name), String(body).replace(/\s+/g, ' '))
  }),
)

const places = /\{([-+*/]?)(\d*)\}/g

/** The numbers at the places `{}` of what a function says; each has to be there exactly once. */
function numbersIn(name: string, says: string): number[] {
  const body = bodies.get(name)
  if (body === undefined) throw new Error(`no function, default, constraint, view or trigger ${name}`)
  const literal = says.replace(places, '{}').split('{}')
  const pattern = literal.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('([\\d.]+)')
  const found = [...body.matchAll(new RegExp(pattern, 'g'))]
  if (found.length !== 1) throw new Error(`${name} says "${says}" ${found.length} times`)
  const units = [...says.matchAll(places)]
  return (found[0] ?? []).slice(1).map((number, at) => changed(Number(number), units[at]?.[1], Number(units[at]?.[2])))
}

function changed(number: number, how: string | undefined, by: number): number {
  if (how === '+') return number + by
  if (how === '-') return number - by
  if (how === '*') return number * by
  return how === '/' ? number / by : number
}

function numbersOf([, , ...sources]: StoredFigure): number[] {
  return sources.flatMap((name, at) => (at % 2 === 0 ? numbersIn(name, sources[at + 1] ?? '') : []))
}

test.each(storedFigures.map((figure) => ({ figure, page: figure[0], says: figure[1], name: figure[2] })))(
  '$page says "$says" as $name',
  ({ figure }) => {
    expect(wrongFigure([figure[0], figure[1], ...numbersOf(figure)])).toBeUndefined()
  },
)
