import { AuthError } from '../auth-error.ts'
import type { TokenResponse } from '../sessions/sessions.ts'
import { ProviderAway } from './provider.ts'

const APP_PATH = 'oauth/callback'

/**
 * An error returned by the provider, passed on unchanged (apierrors.NewOAuthError): `access_denied` when the person
 * cancels.
 */
export class ProviderRefusal extends Error {
  readonly kind: string
  constructor(kind: string | null, description: string | null) {
    super((description ?? '').slice(0, 200))
    this.name = 'ProviderRefusal'
    this.kind = /^[\w.-]{1,64}$/.test(kind ?? '') ? String(kind) : 'server_error'
  }
}

/** Redirects to another site. The current URL contains codes and must not be sent as referrer. */
export const sendTo = (location: string, status: 302 | 303 = 302) =>
  new Response(null, {
    status,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })

/** The shells' deep link, `SCHEME://oauth/callback`; it may have a query and nothing else. */
export function isAppLink(wanted: string, scheme: string | undefined): boolean {
  if (!scheme || /[\s\\#]/.test(wanted) || !URL.canParse(wanted)) return false
  const link = `${scheme}://${APP_PATH}`
  return wanted === link || wanted.startsWith(`${link}?`)
}

/** GoTrue's oauthErrorMap and the codes it handles separately (external.go, getErrorQueryString). */
const KINDS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}
const DENIED = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])

function valuesOf(error: AuthError | ProviderRefusal): Record<string, string> {
  if (error instanceof ProviderRefusal)
    return { error: error.kind, ...(error.message ? { error_description: error.message } : {}) }
  const kind = DENIED.has(error.code) ? 'access_denied' : (KINDS[error.status] ?? 'server_error')
  return {
    error: error instanceof ProviderAway ? 'temporarily_unavailable' : kind,
    error_code: error.code,
    error_description: error.message,
  }
}

/** The error in the query, and for old clients also in the fragment, as in redirectErrors. */
export function errorTarget(error: AuthError | ProviderRefusal, target: string, fragment = true): string {
  const url = new URL(target)
  const values = valuesOf(error)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  if (fragment) url.hash = new URLSearchParams({ ...values, sb: '' }).toString()
  return url.href
}

export function codeTarget(code: string, target: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}

/** The implicit flow's answer (internal/api/token.go, AsRedirectURL), without the provider's own tokens. */
export function sessionTarget(token: TokenResponse, target: string): string {
  const url = new URL(target)
  url.hash = new URLSearchParams({
    access_token: token.access_token,
    expires_at: String(token.expires_at),
    expires_in: String(token.expires_in),
    refresh_token: token.refresh_token,
    token_type: token.token_type,
    sb: '',
  }).toString()
  return url.href
}

/** Any other error becomes an unexpected failure, also reported by a redirect. */
export function redirectable(error: unknown): AuthError | ProviderRefusal {
  if (error instanceof AuthError || error instanceof ProviderRefusal) return error
  const unexpected = 'Unexpected failure, please check server logs for more information'
  return Object.assign(new AuthError(500, 'unexpected_failure', unexpected), { cause: error })
}
