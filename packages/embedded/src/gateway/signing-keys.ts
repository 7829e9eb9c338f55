import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

/** A key that signs access tokens, or has signed them until `retiredAt` (ISO instants). */
export type SigningKey = { jwk: JWK; madeAt: string; retiredAt?: string | undefined }

/** Tokens live for an hour; servers on one database take up a new key within a minute, and clocks differ. */
const RETIRED_MS = 2 * 3600 * 1000

/** ES256, as Supabase's asymmetric signing keys (https://supabase.com/docs/guides/auth/signing-keys). */
export async function newSigningKey(now = new Date()): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = randomBytes(12).toString('base64url')
  return { jwk: { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' }, madeAt: now.toISOString() }
}

/** The keys whose tokens are valid: the one in use first, then those retired so lately that a token may still live. */
export function validKeys(keys: readonly SigningKey[], now = new Date()): SigningKey[] {
  const living = keys.filter(({ retiredAt }) => !retiredAt || now.getTime() - Date.parse(retiredAt) < RETIRED_MS)
  return living.toSorted((a, b) => Number(Boolean(a.retiredAt)) - Number(Boolean(b.retiredAt)))
}

/** The public half, as JWKS shows it. */
export function publicJwk({ jwk }: SigningKey): JWK {
  const { d: _private, ...shown } = jwk
  return { ...shown, key_ops: ['verify'] }
}

/**
 * A new key in use. The old one verifies on until its last token has expired, or with `revoke` not at all: for a key
 * that somebody else has seen.
 */
export async function rotated(keys: readonly SigningKey[], revoke: boolean, now = new Date()): Promise<SigningKey[]> {
  const fresh = await newSigningKey(now)
  if (revoke) return [fresh]
  return [fresh, ...validKeys(keys, now).map((key) => ({ ...key, retiredAt: key.retiredAt ?? now.toISOString() }))]
}
