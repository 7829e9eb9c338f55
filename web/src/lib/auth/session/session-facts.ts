import { storageKeys } from '@hot/domain/privacy/storage-keys'
import type { Session } from '@supabase/auth-js'
import type { AssuranceLevel } from '../viewer/viewer.ts'

/** What the app stores of a session: the user and how they authenticated. Times in milliseconds by the server's clock. */
export type SessionFacts = {
  userId: string
  email: string
  createdAt: string
  issuedAt: number
  assurance: { current: AssuranceLevel; next: AssuranceLevel }
}

type Claims = { iat?: number; aal?: string }

/** Decodes a token without verifying it; the server does that. An invalid token has no claims. */
function claimsOf(accessToken: string): Claims {
  try {
    const payload = accessToken.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return JSON.parse(atob(payload)) as Claims
  } catch {
    return {}
  }
}

export function sessionFacts({ access_token, user }: Pick<Session, 'access_token' | 'user'>): SessionFacts {
  const claims = claimsOf(access_token)
  const current = claims.aal === 'aal2' ? 'aal2' : 'aal1'
  const verified = user.factors?.some((factor) => factor.status === 'verified')
  return {
    userId: user.id,
    email: user.email ?? '',
    createdAt: user.created_at,
    issuedAt: (claims.iat ?? 0) * 1000,
    assurance: { current, next: verified ? 'aal2' : current },
  }
}

/** Storage key of the session of auth-js; other tabs see it change under this key. */
export const sessionKey = storageKeys.session
/** Where auth-js keeps the PKCE verifier of a sign-in that is under way. */
export const verifierKey = `${sessionKey}-code-verifier`

/**
 * Runs inline in the head, before first paint, so that guest-only parts are never drawn for a returning member.
 * From then on `html[data-viewer]` means that a session is stored, not that it is still valid.
 */
export const sessionHintScript = `try{if(localStorage.getItem('${sessionKey}'))document.documentElement.dataset.viewer='member'}catch(e){}`
