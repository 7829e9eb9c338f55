/**
 * An error as GoTrue would return it. `code` is one of its error codes (supabase/auth,
 * internal/api/apierrors/errorcode.go).
 */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  readonly extra: Record<string, unknown>
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { extra?: Record<string, unknown>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.extra = more.extra ?? {}
    this.retryAfter = more.retryAfter
  }
}

export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)
export const tooMany = (seconds: number) =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: seconds })
export const tooManyMails = (message: string, seconds: number) =>
  new AuthError(429, 'over_email_send_rate_limit', message, { retryAfter: seconds })

const VERSION_HEADER = 'x-supabase-api-version'
const VERSION = '2024-01-01'

/** GoTrue's two shapes: `{code, message}` for clients that name API version 2024-01-01, `{code, error_code, msg}` before. */
export function errorResponse(error: AuthError, request: Request): Response {
  const headers = new Headers({ 'x-sb-error-code': error.code })
  if (error.retryAfter) headers.set('retry-after', String(error.retryAfter))
  const newer = (request.headers.get(VERSION_HEADER) ?? '') >= VERSION
  if (newer) headers.set(VERSION_HEADER, VERSION)
  const body = newer
    ? { code: error.code, message: error.message, ...error.extra }
    : { code: error.status, error_code: error.code, msg: error.message, ...error.extra }
  return Response.json(body, { status: error.status, headers })
}
