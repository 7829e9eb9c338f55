import type { Session } from '../../database/engine.ts'
import type { AuthCall } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A row of auth.mfa_factors with its secret: for checking codes, never to be answered. */
export type SecretFactor = {
  id: string
  user_id: string
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'unverified' | 'verified'
  secret: string | null
  phone: string | null
  /** Seconds since the last challenge. */
  challenged: number | null
}

/** How GoTrue names a factor in amr (internal/models/factor.go, amrMethodForFactorType). */
export const AMR_METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const

/**
 * The factor of a path, locked, if it belongs to `userId` (internal/api/admin.go, loadFactor). Somebody else's is as
 * unknown as one that does not exist.
 */
export async function lockedFactor(session: Session, userId: string, id: string): Promise<SecretFactor> {
  if (!UUID.test(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const { rows } = await session.query(
    `select id, user_id, factor_type, status, secret, phone,
       extract(epoch from clock_timestamp() - last_challenged_at)::float8 as challenged
       from auth.mfa_factors where id = $1 and user_id = $2 for update`,
    [id, userId],
  )
  const factor = rows[0] as SecretFactor | undefined
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

export const factorIdOf = (call: AuthCall): string => call.params.at(-1) ?? ''

/** Removes a factor; sessions that were raised by it are worth aal1 again (models.DowngradeSessionsToAAL1). */
export async function removeFactor(session: Session, factor: SecretFactor): Promise<void> {
  await session.query(
    `delete from auth.mfa_amr_claims where authentication_method = $2
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factor.id, AMR_METHODS[factor.factor_type]],
  )
  await session.query(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1`,
    [factor.id],
  )
  await session.query('delete from auth.mfa_factors where id = $1', [factor.id])
}
