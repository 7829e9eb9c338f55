const second = 1000
const minute = 60 * second

/** Defaults of the query cache. Times in milliseconds. */
export const queryPolicy = {
  freshMs: 15 * minute,
  cachedMs: 30 * minute,
  sweepMs: 5 * minute,
  retries: 3,
  refetchOnFocus: false,
  refetchOnReconnect: true,
} as const

/** Fresh times of single entities; others use the default. */
export const freshMs = {
  stars: 30 * minute,
  formats: 30 * minute,
  posts: 2 * minute,
  profiles: 10 * minute,
  /** Data about the installation: settings, operator, state. */
  apiMeta: 5 * minute,
  adminBadges: 5 * minute,
  adminBadgesAfterError: minute,
} as const

/** How old stars and formats may be to be shown while they are read again; older ones are dropped. */
export const staleMs = { stars: 60 * minute, formats: 60 * minute } as const

export type NetworkPolicy = { timeoutMs: number; retries: number; baseDelayMs: number; maxDelayMs: number }

/** Timeouts by `navigator.connection.effectiveType`. */
const timeouts: ReadonlyMap<string | undefined, number> = new Map([
  ['slow-2g', 20 * second],
  ['2g', 20 * second],
  ['3g', 12 * second],
  ['4g', 8 * second],
])
const otherTimeout = 10 * second

/** Timeout and retries of a request by connection type; undefined: the browser does not report it. */
export function networkPolicy(connection: string | undefined): NetworkPolicy {
  const timeoutMs = timeouts.get(connection) ?? otherTimeout
  return connection === '2g' || connection === 'slow-2g'
    ? { timeoutMs, retries: 2, baseDelayMs: 2 * second, maxDelayMs: 8 * second }
    : { timeoutMs, retries: 3, baseDelayMs: second, maxDelayMs: 5 * second }
}

/**
 * Wait in milliseconds before retry `attempt` (0 = the first): the base, doubled each time, plus up to a quarter by
 * `random` (0–1), so that clients do not retry at the same time; at most the policy's maximum.
 */
export function retryDelayMs(attempt: number, policy: NetworkPolicy, random: number): number {
  return Math.min(policy.baseDelayMs * 2 ** attempt * (1 + random / 4), policy.maxDelayMs)
}

/** What the few popular posts beside a post are asked for by: the same for everybody, so pages share one answer a minute. */
export const popularBeside = { p_sort: 'hot', p_limit: 4 } as const
