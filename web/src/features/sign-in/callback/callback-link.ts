/** What somebody brings to `/auth/callback`: back from a provider, or from the link in a mail. */
export type CallbackLink =
  | { kind: 'nothing' }
  /** PKCE: to be exchanged with the verifier that only the browser that asked has. */
  | { kind: 'code'; code: string }
  /** A mail template with `token_hash`; works in any browser. */
  | { kind: 'token'; tokenHash: string; type: MailLinkType }
  /** GoTrue's implicit answer, for links that were asked for without PKCE (a mail sent again, an admin's). */
  | { kind: 'session'; accessToken: string; refreshToken: string; type: MailLinkType | null }
  /** One of the two addresses of an e-mail change has agreed. */
  | { kind: 'half-done' }
  | { kind: 'error'; code: string; description: string }

const mailLinkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
type MailLinkType = (typeof mailLinkTypes)[number]

const asType = (value: string | null): MailLinkType | null => mailLinkTypes.find((type) => type === value) ?? null

/** RFC 6749 §4.1.2.1. */
const unreachable = 'temporarily_unavailable'

/** Longest value taken over: an address is typed by anybody. */
const maxLength = 4096

/**
 * Reads query and hash. GoTrue puts errors into both, sessions into the hash and codes into the query
 * (supabase/auth, internal/api/verify.go, prepRedirectURL); an error wins over everything else.
 */
export function readCallback({ search, hash }: { search: string; hash: string }): CallbackLink {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const read = (name: string): string => {
    const value = query.get(name) ?? fragment.get(name) ?? ''
    return value.length > maxLength ? '' : value
  }
  if (read('error') || read('error_code') || read('error_description')) {
    // GoTrue's codes say more than OAuth's errors, but for a provider that is away it has none.
    const code = read('error') === unreachable ? unreachable : read('error_code') || read('error')
    return { kind: 'error', code, description: read('error_description') }
  }
  if (read('code')) return { kind: 'code', code: read('code') }
  const type = asType(read('type'))
  if (read('token_hash') && type) return { kind: 'token', tokenHash: read('token_hash'), type }
  // Sessions come in the hash only: a query would have been sent to the server and into its log.
  const [accessToken, refreshToken] = [fragment.get('access_token'), fragment.get('refresh_token')]
  if (accessToken && refreshToken) return { kind: 'session', accessToken, refreshToken, type }
  return read('message') ? { kind: 'half-done' } : { kind: 'nothing' }
}
