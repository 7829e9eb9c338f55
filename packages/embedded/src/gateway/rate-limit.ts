/** So many at once, refilled over `seconds`: a token bucket, as GoTrue's tollbooth counts. */
export type Limit = { times: number; seconds: number }

type Bucket = { left: number; at: number }

/** Seconds until the next one is allowed, or 0 when this one is. Counted in memory, outside every transaction. */
export type Limiter = {
  /** `cost`: so many at once, all or none of them; what costs more than the limit is never allowed. */
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
