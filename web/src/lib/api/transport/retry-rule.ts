import { type NetworkPolicy, retryDelayMs } from '@hot/domain/network/query-policy'

const mark = 'Retry-After: '

/**
 * postgrest-js hands on the body of a refusal but not its headers: how long to wait travels in `details`, which refusals
 * with 429 or 503 leave empty.
 */
export async function withRetryAfter(answer: Response): Promise<Response> {
  const wait = answer.headers.get('Retry-After')
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  if (!wait || typeof body !== 'object' || body === null) return answer
  return Response.json({ ...body, details: mark + wait }, answer)
}

/** Seconds named by `withRetryAfter`; null when none are, or when a date is named instead. */
export function secondsToWait(details: unknown): number | null {
  if (typeof details !== 'string' || !details.startsWith(mark)) return null
  const seconds = Number(details.slice(mark.length))
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

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
