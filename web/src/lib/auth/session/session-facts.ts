import type { Session } from '@supabase/auth-js'
import type { AssuranceLevel } from '../viewer/viewer.ts'

/** What the app keeps of a session: whose it is and how they proved it. Instants in milliseconds by the server's clock. */
export type SessionFacts = {
  userId: string
  email: string
  createdAt: string
  issuedAt: number
  assurance: { current: AssuranceLevel; next: AssuranceLevel }
}

type Claims = { iat?: number; aal?: string }

/** Reads a token without judging it; the server does that. A token that is none has no claims. */
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

/** Where auth-js keeps the session; other tabs see it change under this key. */
export const sessionKey = 'sb-hot-auth-token'

/**
 * Runs inline in the head, before first paint: what only guests need is not even drawn for somebody who comes back.
 * `html[data-viewer]` from then on means that a session is stored, not that it is still good.
 */
export const sessionHintScript = `try{if(localStorage.getItem('${sessionKey}'))document.documentElement.dataset.viewer='member'}catch(e){}`
