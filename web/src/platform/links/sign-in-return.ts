/** What a provider's link back says. */
export type OAuthReturn =
  | { kind: 'code'; code: string }
  /** The provider or the backend said no, in its own words. */
  | { kind: 'error'; reason: string }

/** What a link says, when it is the one that signing in leads back to; null for the app's other links. */
export function readReturn(link: string, returnAddress: string): OAuthReturn | null {
  const [address, query = ''] = link.split('#')[0]?.split('?') ?? []
  if (address !== returnAddress) return null
  const params = new URLSearchParams(query)
  const code = params.get('code')
  if (code) return { kind: 'code', code }
  return { kind: 'error', reason: params.get('error_code') ?? params.get('error') ?? 'missing code' }
}

let waiting = 0

/** Somebody waits for the link back from now on. Returns the way out. */
export function awaitReturn(): () => void {
  waiting++
  return () => {
    waiting--
  }
}

/**
 * Where a link back leads when nobody waits for it any more, because the system ended the app while the provider's page was
 * open: the page that finishes signing in. Only the code goes there, which is worth nothing without this device's verifier.
 */
export function lateReturnPath(link: string, returnAddress: string): string | null {
  const answer = waiting > 0 ? null : readReturn(link, returnAddress)
  if (!answer) return null
  const said: Record<string, string> =
    answer.kind === 'code' ? { code: answer.code } : { error: 'access_denied', error_code: answer.reason }
  return `/auth/callback?${new URLSearchParams(said)}`
}
