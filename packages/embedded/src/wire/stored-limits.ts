import { createHash } from 'node:crypto'
import type { Engine } from '../database/engine.ts'
import type { Limits } from '../database/limits.ts'
import type { Limit } from './callers.ts'
import { networkOf, SITE_FACTOR } from './networks.ts'

/**
 * A limit that all processes on one database count together, and that a restart does not reset; see `Limiter`. Inside a
 * transaction of the caller it is part of it: what was taken is given back when that is rolled back. Fails as statements do.
 */
export type StoredLimiter = {
  /** `leaving`: so many must be left afterwards, for others. */
  take(key: string, cost?: number, leaving?: number): Promise<number>
  peek(key: string): Promise<number>
  giveBack(key: string, cost?: number): Promise<void>
}

/**
 * Of a bucket only the moment is stored at which it will be full again (the generic cell rate algorithm, ITU-T I.371): one
 * statement takes and refuses, a row is worth nothing once that moment is past, and nothing is written to refill it.
 * Not before now, nor later than one empty bucket, whatever the clock did or the limit was before.
 */
const FULL_AT = `greatest(least(l.full_at, statement_timestamp() + $4::float8 * interval '1 second'), statement_timestamp())`
const COST = `$3::float8 * interval '1 second'`
const WAIT = `extract(epoch from ${FULL_AT} - statement_timestamp())::float8 + $3::float8 - $4::float8`

/**
 * $1 limit, $2 key, $3 seconds that the cost takes to refill, $4 seconds of the limit, $5: see `isQuick`, $6 seconds of what
 * has to be left. No row: taken.
 */
const TAKE = `with taken as (
  insert into embedded.limits as l (name, key, full_at)
    select $1, $2, statement_timestamp() + ${COST}
    from (select case when $5::boolean then set_config('synchronous_commit', 'off', true) end as quick) s
  on conflict (name, key) do update set full_at = ${FULL_AT} + ${COST}
    where ${FULL_AT} + ${COST} <= statement_timestamp() + ($4::float8 - $6::float8) * interval '1 second' + interval '1 millisecond'
  returning 1)
select ${WAIT} + $6::float8 as wait from (select $1 as name, $2 as key) k left join embedded.limits l using (name, key)
where not exists (select from taken)`

const PEEK = `select greatest(0, ${WAIT}) as wait from embedded.limits l where name = $1 and key = $2`

const GIVE_BACK = `update embedded.limits l set full_at = full_at - $3::float8 * interval '1 second'
  where name = $1 and key = $2 and full_at > statement_timestamp()`

/** Deletes buckets that are full. To be run about once a minute. */
export const FORGET_LIMITS = 'delete from embedded.limits where full_at < now()'

/** Where limits are stored. */
export type LimitStore = Pick<Engine, 'session'>

/** As sign-in has. */
const LIMITS: Limits = { statement: 8_000, turn: 5_000 }

/** In ms. So long a refusal is repeated without asking: meanwhile another process may have given something back. */
const REPEATED_FOR = 10_000
const MOST_REMEMBERED = 50_000

/** Refusals of this process: whoever repeats a refused request costs no statement. */
function openRefusals() {
  const refusals = new Map<string, { until: number; asked: number }>()
  return {
    /** Seconds to wait, or 0 when the database has to be asked. */
    of: (key: string): number => {
      const refusal = refusals.get(key)
      if (!refusal) return 0
      const now = performance.now()
      if (now - refusal.asked < REPEATED_FOR && now < refusal.until) return Math.ceil((refusal.until - now) / 1000)
      refusals.delete(key)
      return 0
    },
    note: (key: string, seconds: number) => {
      const [oldest] = refusals.keys()
      if (refusals.size >= MOST_REMEMBERED && oldest !== undefined) refusals.delete(oldest)
      const asked = performance.now()
      refusals.set(key, { until: asked + seconds * 1000, asked })
    },
    forget: (key: string) => refusals.delete(key),
  }
}

/** Keys hold addresses of people and networks: what is stored of them cannot be read, and is short. */
const hashOf = (name: string, key: string) =>
  createHash('sha256').update(`${name} ${key}`).digest('base64url').slice(0, 22)

/**
 * `isQuick`: taking does not wait for the disk, for limits that are never taken inside a transaction of somebody else, whose
 * commit would not wait either. A power cut may forget what was taken in its last moment.
 */
export type StoredLimitOptions = { isQuick?: boolean }

/** Counts by any key. For limits of a guest's network use `storedNetworkLimiter`. */
export function storedLimiter(
  engine: LimitStore,
  name: string,
  limit: Limit,
  { isQuick = false }: StoredLimitOptions = {},
): StoredLimiter & { refusedFor: (key: string) => number } {
  const refusals = openRefusals()
  const every = limit.seconds / limit.times
  const ask = async (sql: string, given: string, cost: number, ...more: unknown[]) => {
    const params = [name, hashOf(name, given), cost * every, ...more]
    const { rows } = await engine.session((session) => session.query(sql, params), LIMITS)
    return rows as { wait: number | null }[]
  }
  const waitOf = (seconds: number) => Math.max(1, Math.ceil(seconds))

  const peek = async (key: string, cost = 1): Promise<number> => {
    const [row] = await ask(PEEK, key, Math.min(cost, limit.times), limit.seconds)
    return row?.wait ? waitOf(row.wait) : 0
  }
  return {
    refusedFor: refusals.of,
    peek: async (key) => refusals.of(key) || (await peek(key)),
    giveBack: async (key, cost = 1) => {
      refusals.forget(key)
      await ask(GIVE_BACK, key, cost)
    },
    take: async (key, cost = 1, leaving = 0) => {
      // More than the limit is never allowed.
      if (cost + leaving > limit.times) return waitOf(await peek(key, cost + leaving))
      const known = refusals.of(key)
      if (known > 0) return known
      const [row] = await ask(TAKE, key, cost, limit.seconds, isQuick, leaving * every)
      if (!row) return 0
      // Null: another process has just taken the last one for the first time, which this statement did not see yet.
      const seconds = waitOf(row.wait ?? every)
      if (cost === 1 && leaving === 0) refusals.note(key, seconds)
      return seconds
    },
  }
}

/** A limit of the callers' networks; its keys are addresses (see `networkLimiter`). */
export function storedNetworkLimiter(
  engine: LimitStore,
  name: string,
  limit: Limit,
  options?: StoredLimitOptions,
): StoredLimiter {
  const networks = storedLimiter(engine, name, limit, options)
  const sites = storedLimiter(engine, `${name} site`, { ...limit, times: limit.times * SITE_FACTOR }, options)
  return {
    peek: async (address) => {
      const { network, site } = networkOf(address)
      return Math.max(await networks.peek(network), site ? await sites.peek(site) : 0)
    },
    giveBack: async (address, cost) => {
      const { network, site } = networkOf(address)
      await networks.giveBack(network, cost)
      if (site) await sites.giveBack(site, cost)
    },
    take: async (address, cost, leaving) => {
      const { network, site } = networkOf(address)
      const known = site ? sites.refusedFor(site) : 0
      if (known > 0) return known
      const seconds = await networks.take(network, cost, leaving)
      if (seconds > 0 || !site) return seconds
      const wait = await sites.take(site, cost, leaving)
      if (wait > 0) await networks.giveBack(network, cost)
      return wait
    },
  }
}
