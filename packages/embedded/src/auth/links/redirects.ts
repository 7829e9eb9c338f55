import type { AuthError } from '../auth-error.ts'
import type { TokenResponse } from '../sign-in/sessions.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Same page origin; the names of the own machine count as one, because the mail's link may use another than the tab. */
function sameSite(a: URL, b: URL): boolean {
  // `blob:` and the like have the origin of what is inside them.
  if (a.protocol !== b.protocol) return false
  return a.origin === b.origin || (a.port === b.port && LOOPBACK.has(a.hostname) && LOOPBACK.has(b.hostname))
}

/** Where a person is sent after a link: `wanted` when it is on our site, else the site. Never to somebody else's. */
export function redirectTarget(wanted: string | null | undefined, siteUrl: string): string {
  if (!wanted || /[\\\s]/.test(wanted)) return siteUrl
  try {
    const url = new URL(wanted)
    return sameSite(url, new URL(siteUrl)) && !url.username && !url.password ? url.href : siteUrl
  } catch {
    return siteUrl // not an address
  }
}

/** internal/api/verify.go, oauthErrorMap. */
const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Sends the browser on. The address it came from holds a token: it is neither cached nor told as referrer. */
export const redirectTo = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })

/** In the fragment, and for the PKCE flow in the query beside what is there already. */
function withValues(target: string, values: Record<string, string>, pkce: boolean): string {
  const url = new URL(target)
  if (pkce) for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  url.hash = new URLSearchParams(values).toString()
  return url.href
}

export const messageTarget = (message: string, target: string, pkce: boolean) => withValues(target, { message }, pkce)

export function errorTarget(error: AuthError, target: string, pkce: boolean): string {
  const kind = OAUTH_ERRORS[error.status]
  return withValues(
    target,
    { ...(kind ? { error: kind } : {}), error_code: error.code, error_description: error.message },
    pkce,
  )
}

/** The implicit flow: the session itself, where no server sees it. */
export const sessionTarget = (token: TokenResponse, target: string, type: string) =>
  withValues(
    target,
    {
      access_token: token.access_token,
      expires_at: String(token.expires_at),
      expires_in: String(token.expires_in),
      refresh_token: token.refresh_token,
      token_type: token.token_type,
      type,
    },
    false,
  )

/** The PKCE flow: a code that is worth something only to the browser that began. */
export function codeTarget(code: string, target: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}
