import { timingSafeEqual } from 'node:crypto'
import { createLocalJWKSet, errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Claims } from './database/transaction.ts'
import type { Secrets } from './secrets.ts'

export type Verified =
  | { ok: true; claims: Claims }
  | { ok: false; code: string; message: string; details: string | null }

/** API keys and the signing key of access tokens. */
export type Keys = {
  publishableKey: string
  secretKey: string
  /** Public half only, as `/auth/v1/.well-known/jwks.json` shows it. */
  jwks: { keys: JWK[] }
  /** Random, for signed storage links; leaves this process only inside their signatures. */
  storageSecret: string
  roleOf(apiKey: string): 'anon' | 'service_role' | undefined
  sign(claims: JWTPayload): Promise<string>
  /** Checks signature, algorithm, expiry and role. Accepts nothing that `sign` did not make. */
  verify(token: string): Promise<Verified>
}

const ROLES = new Set(['anon', 'authenticated', 'service_role'])

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const refused = (code: string, message: string, details: string | null = null): Verified => ({
  ok: false,
  code,
  message,
  details,
})

/** Codes and texts of PostgREST: https://docs.postgrest.org/en/v14/references/errors.html#group-3-jwt */
function refusal(error: unknown): Verified {
  if (error instanceof errors.JWTExpired) return refused('PGRST303', 'JWT expired')
  if (error instanceof errors.JWTClaimValidationFailed)
    return refused('PGRST303', 'JWT claims validation or parsing failed')
  if (error instanceof errors.JOSEError)
    return refused('PGRST301', 'No suitable key or wrong key type', 'None of the keys was able to decode the JWT')
  throw error
}

export async function openKeys(secrets: Secrets): Promise<Keys> {
  const { d: _private, ...publicJwk } = secrets.signingKey
  const jwks = { keys: [{ ...publicJwk, key_ops: ['verify'] }] }
  const keySet = createLocalJWKSet(jwks)
  const privateKey = await importJWK(secrets.signingKey, 'ES256')
  const kid = String(secrets.signingKey.kid)
  return {
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    storageSecret: secrets.storageSecret,
    jwks,
    roleOf: (apiKey) => {
      if (same(apiKey, secrets.publishableKey)) return 'anon'
      return same(apiKey, secrets.secretKey) ? 'service_role' : undefined
    },
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' }).sign(privateKey),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, keySet, { algorithms: ['ES256'], requiredClaims: ['exp', 'role'] })
        const role = payload.role
        if (typeof role !== 'string' || !ROLES.has(role))
          return refused('PGRST303', 'JWT claims validation or parsing failed')
        return { ok: true, claims: { ...payload, role } }
      } catch (error) {
        return refusal(error)
      }
    },
  }
}
