import { createHash, timingSafeEqual } from 'node:crypto'
import { text } from './auth-context.ts'
import { invalid } from './auth-error.ts'

export type Challenge = { challenge: string; method: 's256' | 'plain' }

/** The PKCE challenge of a request, or undefined for the implicit flow (internal/api/pkce.go). */
export function challengeOf(body: Record<string, unknown>): Challenge | undefined {
  const challenge = text(body, 'code_challenge')
  const method = text(body, 'code_challenge_method').toLowerCase()
  if (challenge === '' && method === '') return undefined
  if (challenge === '' || method === '') throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge))
    throw invalid('code challenge has to be between 43 and 128 characters')
  if (method !== 's256' && method !== 'plain')
    throw invalid('Invalid code_challenge_method. code_challenge_method must be one of s256, plain')
  return { challenge, method }
}

/** Whether a verifier is that of a challenge: only the client that made both has it. */
export function proves(verifier: string, challenge: string, method: string): boolean {
  const given = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [left, right] = [Buffer.from(given), Buffer.from(challenge)]
  return left.length === right.length && timingSafeEqual(left, right)
}
