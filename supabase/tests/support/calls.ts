import { usualValue } from './argument-values.ts'
import type { Harness } from './harness.ts'

type Parameter = { name: string; type: string; optional: boolean }

/** A function of `public` that people may call; `guest`: guests too. */
export type Call = { name: string; guest: boolean; parameters: Parameter[] }

export async function callsOf(t: Pick<Harness, 'platform'>): Promise<Call[]> {
  const { rows } = await t.platform(`
    select p.proname as name, has_function_privilege('anon', p.oid, 'execute') as guest,
      (select coalesce(jsonb_agg(jsonb_build_object('name', p.proargnames[n], 'type', format_type(p.proargtypes[n - 1], null),
        'optional', n > p.pronargs - p.pronargdefaults) order by n), '[]') from generate_series(1, p.pronargs) n) as parameters
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
    order by p.proname`)
  return rows as Call[]
}

/** Whether a value of the type can hold any text. */
export const isTextType = (type: string): boolean => /^(text|character varying|jsonb?)(\[\])?$/.test(type)

/** The value as PostgreSQL's input text. */
export const asText = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(item)).join()}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Calls the function with these arguments, and with useful values for the others. */
export function callSql(
  { name, parameters }: Call,
  given: Readonly<Record<string, unknown>>,
): { sql: string; params: (string | null)[] } {
  const passed = parameters
    .map((p) => ({ ...p, value: p.name in given ? given[p.name] : usualValue(name, p.name) }))
    .filter((p) => p.name in given || p.value !== undefined || !p.optional)
  const list = passed.map((p, n) => `"${p.name}" => $${n + 1}::text::${p.type}`).join(', ')
  return { sql: `select * from public.${name}(${list})`, params: passed.map((p) => asText(p.value)) }
}
