import { type NetworkPolicy, retryDelayMs } from '@hot/domain/network/query-policy'
import { isUnanswered } from '../no-answer.ts'

const mark = 'Retry-After: '

/**
 * postgrest-js passes on the body of a refusal but not its headers, so Retry-After is copied to `details`, which is empty
 * with 429 and 503.
 */
export async function withRetryAfter(answer: Response): Promise<Response> {
  const wait = answer.headers.get('Retry-After')
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  if (!wait || typeof body !== 'object' || body === null) return answer
  return new Response(JSON.stringify({ ...body, details: mark + wait }), answer)
}

/** Seconds set by `withRetryAfter`; null without any, or when Retry-After is a date. */
export function secondsToWait(details: unknown): number | null {
  if (typeof details !== 'string' || !details.startsWith(mark)) return null
  const seconds = Number(details.slice(mark.length))
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

type Failure = { status?: number; retryAfter?: number | null }

/** The server is there, has no room for this now, and says when to come again (503 with Retry-After). */
export function isForLater(error: unknown): boolean {
  const { status, retryAfter } = (error ?? {}) as Failure
  return status === 503 && typeof retryAfter === 'number'
}

/**
 * Milliseconds to wait before retry `attempt` (0 = the first); null: do not retry. A refusal (4xx, including 429) is final,
 * and a mistake of the program would be made again.
 * Retry-After is honoured unless it is longer than a person would wait.
 */
export function retryWaitMs(
  attempt: number,
  error: unknown,
  policy: NetworkPolicy,
  random = Math.random(),
): number | null {
  const { status = isUnanswered(error) ? 0 : 400, retryAfter } = (error ?? {}) as Failure
  // Not all who were refused in one second come again in one.
  const asked = (retryAfter ?? 0) * 1000 * (1 + random / 4)
  if (attempt >= policy.retries || (status > 0 && status < 500) || (retryAfter ?? 0) * 1000 > policy.maxDelayMs)
    return null
  return Math.max(asked, retryDelayMs(attempt, policy, random))
}
