import { BlockList, isIP } from 'node:net'

const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.trim().split('/')
    if (!isIP(address)) continue
    if (bits) list.addSubnet(address, Number(bits), family(address))
    else list.addAddress(address, family(address))
  }
  return list
}

/**
 * The address a request comes from. `X-Forwarded-For` counts only as far as trusted proxies (addresses or CIDR) wrote
 * it: the first untrusted entry from the right is the client. A header the client sends changes nothing.
 */
export function clientAddress(trustedProxies: readonly string[]): (request: Request, remoteAddress: string) => string {
  const trusted = listOf(trustedProxies)
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, family(address))
  return (request, remoteAddress) => {
    let client = plain(remoteAddress)
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map(plain).reverse()
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
  giveBack(key: string): void
}

const MAX_KEYS = 50_000

export function limiter(limit: Limit, now: () => number = Date.now): Limiter {
  const buckets = new Map<string, Bucket>()
  const perMs = limit.times / (limit.seconds * 1000)

  const refilled = (key: string): Bucket => {
    const at = now()
    const bucket = buckets.get(key) ?? { left: limit.times, at }
    return { left: Math.min(limit.times, bucket.left + (at - bucket.at) * perMs), at }
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
    peek: (key) => wait(refilled(key)),
    giveBack: (key) => {
      const bucket = buckets.get(key)
      if (bucket) bucket.left = Math.min(limit.times, bucket.left + 1)
    },
    take: (key, cost = 1) => {
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
