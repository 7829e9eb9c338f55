import { timingSafeEqual } from 'node:crypto'
import {
  createLocalJWKSet,
  errors,
  importJWK,
  type JWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { Claims } from '../database/transaction.ts'
import type { Secrets } from './secrets.ts'
import { publicJwk, validKeys } from './secrets.ts'

export type Verified =
  | { ok: true; claims: Claims }
  | { ok: false; code: string; message: string; details: string | null }

/** API keys and the signing key of access tokens. */
export type Keys = {
  publishableKey: string
  readonly secretKey: string
  /** Public halves of all keys whose tokens are valid, as `/auth/v1/.well-known/jwks.json` shows them. */
  readonly jwks: { keys: JWK[] }
  /** Random, for signed storage links; leaves this process only inside their signatures. */
  readonly storageSecret: string
  roleOf(apiKey: string): 'anon' | 'service_role' | undefined
  sign(claims: JWTPayload): Promise<string>
  /**
   * Reads the secrets again if that was not done in the last seconds (or with `now` at all): another process may have
   * changed them. Not to be called inside a transaction: it would read in its session.
   */
  refresh(when?: 'now'): Promise<void>
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

/** Seconds that clocks may differ (PostgREST allows 30: https://docs.postgrest.org/en/v14/references/auth.html#jwt-claims-validation). */
const CLOCK_SECONDS = 30
/** How long loaded secrets are used before they are looked at again: what a command has revoked ends within this time. */
const RELOAD_MS = 5_000
/** How soon a token by an unknown key makes us look: another process may have begun to use it. */
const UNKNOWN_KEY_MS = 1_000

type Ring = { secrets: Secrets; jwks: { keys: JWK[] }; keySet: JWTVerifyGetKey; kid: string; privateKey: CryptoKey }

async function ringOf(secrets: Secrets): Promise<Ring> {
  const keys = validKeys(secrets.signingKeys)
  const current = keys[0]
  if (!current) throw new Error('There is no signing key.')
  const jwks = { keys: keys.map(publicJwk) }
  return {
    secrets,
    jwks,
    keySet: createLocalJWKSet(jwks),
    kid: String(current.jwk.kid),
    privateKey: (await importJWK(current.jwk, 'ES256')) as CryptoKey,
  }
}

/** Roles that the API knows, and a time of issue that has come (PostgREST: "JWT issued at future"). */
function checked(payload: JWTPayload): Verified {
  const { role, iat } = payload
  if (typeof role !== 'string' || !ROLES.has(role))
    return refused('PGRST303', 'JWT claims validation or parsing failed')
  if (iat !== undefined && iat > Date.now() / 1000 + CLOCK_SECONDS) return refused('PGRST303', 'JWT issued at future')
  return { ok: true, claims: { ...payload, role } }
}

/** `reload` reads the secrets again if another process may change them. */
export async function openKeys(secrets: Secrets, reload?: () => Promise<Secrets>): Promise<Keys> {
  let ring = await ringOf(secrets)
  let loadedAt = Date.now()
  const load = async (read: () => Promise<Secrets>): Promise<void> => {
    loadedAt = Date.now()
    // Without an answer what was read before is still good, and the request itself will tell that the database is away.
    ring = await ringOf(await read().catch(() => ring.secrets))
  }
  const refresh = async (after: number): Promise<void> => {
    if (reload && Date.now() - loadedAt >= after) await load(reload)
  }
  const verified = (token: string) =>
    jwtVerify(token, ring.keySet, {
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'role'],
      clockTolerance: CLOCK_SECONDS,
    })
  return {
    publishableKey: secrets.publishableKey,
    get secretKey() {
      return ring.secrets.secretKey
    },
    get storageSecret() {
      return ring.secrets.storageSecret
    },
    get jwks() {
      return ring.jwks
    },
    roleOf: (apiKey) => {
      if (same(apiKey, secrets.publishableKey)) return 'anon'
      return same(apiKey, ring.secrets.secretKey) ? 'service_role' : undefined
    },
    refresh: (when) => refresh(when === 'now' ? 0 : RELOAD_MS),
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: ring.kid, typ: 'JWT' }).sign(ring.privateKey),
    verify: async (token) => {
      await refresh(RELOAD_MS)
      return verified(token)
        .catch(async (error: unknown) => {
          if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
          await refresh(UNKNOWN_KEY_MS)
          return verified(token)
        })
        .then(({ payload }) => checked(payload), refusal)
    },
  }
}

/** The token in `Authorization`; undefined: none, or an API key, which some clients send there as well. */
export function tokenOf(request: Request): string | undefined {
  const bearer = bearerOf(request)
  return isToken(bearer) ? bearer : undefined
}

/** What stands behind `Bearer`, whatever it is. */
export const bearerOf = (request: Request): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

/** API keys of Supabase begin with `sb_`; everything else is taken for a token and verified. */
export const isToken = (text: string | null | undefined): text is string => Boolean(text) && !text?.startsWith('sb_')
