import { authStartFastPathMs } from '@hot/domain/auth/timing'
import { storedSession } from './session-storage.ts'

/** auth-js renews a token this long before its end (its EXPIRY_MARGIN_MS); until then the stored one is used. */
const renewalMargin = 90_000

/** The longest that checking the session may delay a request; after that it is sent without a token. */
const timeout = () => new Promise<null>((resolve) => setTimeout(resolve, authStartFastPathMs, null))

async function fromClient(): Promise<string | null> {
  const { authClient } = await import('./auth-client.ts')
  const { data } = await (await authClient()).getSession()
  return data.session?.access_token ?? null
}

/** The token to send with a request; null for guests and while a session cannot be confirmed. Loads nothing for guests. */
export async function accessToken(): Promise<string | null> {
  const session = storedSession()
  if (!session) return null
  if (session.expires_at * 1000 - Date.now() > renewalMargin) return session.access_token
  return Promise.race([fromClient(), timeout()])
}

/**
 * A new token in place of one the backend refused; null when the session is over. auth-js keeps a session whose renewal was
 * refused for as long as its token claims to be valid, so the server is asked whether it has ended.
 */
export async function renewedToken(): Promise<string | null> {
  const [{ authClient }, { confirmSession }] = await Promise.all([
    import('./auth-client.ts'),
    import('./auth-traffic.ts'),
  ])
  const client = await authClient()
  const { data } = await client.refreshSession()
  // Without an answer the session stays; the refused request reports the failure.
  if (!data.session) await confirmSession(client).catch(() => {})
  return data.session?.access_token ?? null
}
