import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { networkOf, networkTest, plainAddress, SITE_FACTOR } from './networks.ts'

/** Some proxies (Azure's gateway, IIS) write the port as well: `203.0.113.5:4711`, `[2001:db8::7]:4711`. */
const withoutPort = (hop: string): string => hop.trim().replace(/^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/, '$1$2')

/**
 * The address a request comes from. `X-Forwarded-For` counts only as far as trusted proxies (addresses or CIDR) wrote
 * it: the first untrusted entry from the right is the client. A header the client sends changes nothing.
 */
export function clientAddress(trustedProxies: readonly string[]): (request: Request, remoteAddress: string) => string {
  const isTrusted = networkTest(trustedProxies)
  return (request, remoteAddress) => {
    let client = plainAddress(remoteAddress)
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map(withoutPort).map(plainAddress).reverse()
    for (const hop of hops) {
      if (!isTrusted(client) || !isIP(hop)) return client
      client = hop
    }
    return client
  }
}

/** So many in a burst, refilled over `seconds`: a token bucket, as GoTrue's tollbooth counts. */
export type Limit = { times: number; seconds: number }

type Bucket = { left: number; at: number }

/** Seconds until the next one is allowed, or 0 when this one is. Counted in memory, outside every transaction. */
export type Limiter = {
  /** `cost`: so many together, all or none of them; what costs more than the limit is never allowed. */
  take(key: string, cost?: number): number
  peek(key: string): number
  /** Takes nothing after all: what was counted before it was known turned out to be no offence. */
  giveBack(key: string, cost?: number): void
  /** Takes all that is left: more was used than that, and known only afterwards. */
  drain(key: string): void
}

const MAX_KEYS = 50_000
const MAX_KEY_LENGTH = 64

/** Keys may hold what a guest typed: a long one is stored as its hash, so that the memory of all keys is bounded. */
const shortKey = (key: string) =>
  key.length > MAX_KEY_LENGTH ? createHash('sha256').update(key).digest('base64url') : key

/** Counts by any key. For limits of a guest's network use `networkLimiter`. */
export function limiter(limit: Limit, now: () => number = Date.now): Limiter {
  const buckets = new Map<string, Bucket>()
  const perMs = limit.times / (limit.seconds * 1000)

  const refilled = (key: string): Bucket => {
    const at = now()
    const bucket = buckets.get(key) ?? { left: limit.times, at }
    // A clock that was set back must not take away what is left.
    return { left: Math.min(limit.times, bucket.left + Math.max(0, at - bucket.at) * perMs), at }
  }
  const wait = (bucket: Bucket, cost = 1) =>
    bucket.left >= cost ? 0 : Math.max(1, Math.ceil((Math.min(cost, limit.times) - bucket.left) / perMs / 1000))

  /** Keys stand in the order of their last use: the first are the fullest, and the first to be forgotten. */
  const makeRoom = () => {
    for (const key of buckets.keys()) {
      const full = refilled(key).left >= limit.times
      if (!full && buckets.size < MAX_KEYS) return
      buckets.delete(key)
      if (!full) return
    }
  }
  return {
    peek: (key) => wait(refilled(shortKey(key))),
    giveBack: (key, cost = 1) => {
      const bucket = buckets.get(shortKey(key))
      if (bucket) bucket.left = Math.min(limit.times, bucket.left + cost)
    },
    drain: (key) => {
      const bucket = buckets.get(shortKey(key))
      if (bucket) Object.assign(bucket, { left: 0, at: now() })
    },
    take: (given, cost = 1) => {
      const key = shortKey(given)
      if (buckets.size >= MAX_KEYS) makeRoom()
      const bucket = refilled(key)
      const seconds = wait(bucket, cost)
      if (seconds === 0) bucket.left -= cost
      buckets.delete(key)
      buckets.set(key, bucket)
      return seconds
    },
  }
}

/**
 * A limit of the callers' networks; its keys are addresses. An IPv6 address also counts against the /48 around its
 * network, which may use `SITE_FACTOR` times the limit.
 */
export function networkLimiter(limit: Limit, now: () => number = Date.now): Limiter {
  const networks = limiter(limit, now)
  const sites = limiter({ times: limit.times * SITE_FACTOR, seconds: limit.seconds }, now)
  return {
    peek: (address) => {
      const { network, site } = networkOf(address)
      return Math.max(networks.peek(network), site ? sites.peek(site) : 0)
    },
    giveBack: (address, cost) => {
      const { network, site } = networkOf(address)
      networks.giveBack(network, cost)
      if (site) sites.giveBack(site, cost)
    },
    // The /48 around it is shared with others, and keeps what they have left.
    drain: (address) => networks.drain(networkOf(address).network),
    take: (address, cost) => {
      const { network, site } = networkOf(address)
      const seconds = networks.take(network, cost)
      if (seconds > 0 || !site) return seconds
      const wait = sites.take(site, cost)
      if (wait > 0) networks.giveBack(network, cost)
      return wait
    },
  }
}
