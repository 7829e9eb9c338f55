import { isLoopback } from '../../wire/networks.ts'
import type { AuthError } from '../auth-error.ts'
import type { TokenResponse } from '../sessions/sessions.ts'

/** Same page origin; all loopback names count as one, because the mail's link may use a different one than the tab. */
function sameSite(a: URL, b: URL): boolean {
  // `blob:` and the like have the origin of the URL inside them.
  if (a.protocol !== b.protocol) return false
  return a.origin === b.origin || (a.port === b.port && isLoopback(a) && isLoopback(b))
}

/** Redirect target after a link: `wanted` if it is on our site, otherwise the site's root. Never an external URL. */
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

/** Redirects the browser. The current URL contains a token, so it is neither cached nor sent as referrer. */
export const redirectTo = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })

/** Adds values to the fragment, or for the PKCE flow to the existing query. */
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

/** Implicit flow: the session itself, in the fragment, which no server sees. */
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

/** PKCE flow: a code that only the initiating browser can use. */
export function codeTarget(code: string, target: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}
