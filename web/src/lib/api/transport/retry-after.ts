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
