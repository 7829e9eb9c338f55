import type { Engine } from '../database/engine.ts'
import { BULK_LIMITS, type Limits, roleLimits } from '../database/limits.ts'

/** A function that is overloaded counts with its longest time. */
const DECLARED_SQL = `select p.proname as name, split_part(setting, '=', 2) as time
 from pg_proc p, unnest(p.proconfig) setting
 where p.pronamespace = 'public'::regnamespace and setting like 'statement_timeout=%'`

const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a setting as PostgreSQL keeps it (`8s`, `2min`, `500`); 0 is no limit there and a long one here. */
export function milliseconds(time: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d+)\s*([a-z]*)$/.exec(time) ?? []
  const factor = UNITS[unit]
  if (count === '' || factor === undefined) return undefined
  return Number(count) === 0 ? BULK_LIMITS.statement : Number(count) * factor
}

export type FunctionLimits = {
  /** What a request of `role` may take that calls the function at `path` (`/rpc/name`), or none. */
  of(role: string, path: string | undefined): Promise<Limits>
  forget(): void
}

/**
 * `create function … set statement_timeout = '30s'` gives calls of that function their own limit, as with
 * PostgREST (https://docs.postgrest.org/en/v14/references/transactions.html#function-settings): the setting
 * alone would come too late, since PostgreSQL counts from the beginning of the calling statement.
 */
export function functionLimits(engine: Engine): FunctionLimits {
  let declared: Promise<ReadonlyMap<string, number>> | undefined

  async function read(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await engine.session((session) => session.query(DECLARED_SQL))
    const longest = new Map<string, number>()
    for (const { name, time } of rows) {
      const own = milliseconds(String(time))
      if (own !== undefined) longest.set(String(name), Math.max(own, longest.get(String(name)) ?? 0))
    }
    return longest
  }
  return {
    of: async (role, path) => {
      if (!path?.startsWith('/rpc/')) return roleLimits(role)
      declared ??= read()
      try {
        return roleLimits(role, (await declared).get(path.slice('/rpc/'.length)))
      } catch (error) {
        declared = undefined
        throw error
      }
    },
    forget: () => {
      declared = undefined
    },
  }
}
