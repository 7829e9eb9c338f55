import { type NetworkPolicy, retryDelayMs } from '@hot/domain/network/query-policy'

type Failure = { status?: number; retryAfter?: number | null }

/**
 * Milliseconds to wait before retry `attempt` (0 = the first) of something that failed; null: leave it. A refusal (4xx, 429
 * too) stays one. A server that names its wait (Retry-After) gets it, unless that is longer than a person would wait.
 */
export function retryWaitMs(
  attempt: number,
  error: unknown,
  policy: NetworkPolicy,
  random = Math.random(),
): number | null {
  const { status = 0, retryAfter } = (error ?? {}) as Failure
  const asked = (retryAfter ?? 0) * 1000
  if (attempt >= policy.retries || (status > 0 && status < 500) || asked > policy.maxDelayMs) return null
  return Math.max(asked, retryDelayMs(attempt, policy, random))
}
