import { randomUUID } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import { type AuthContext, type AuthHandler, inAuth } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { claimsOf, signedIn } from '../authenticated.ts'
import { newOtp } from '../links/one-time-tokens.ts'
import { factorIdOf, lockedFactor, type SecretFactor } from './factor-rows.ts'

/** GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION, seconds. */
export const CHALLENGE_SECONDS = 300
/** GOTRUE_MFA_PHONE_MAX_FREQUENCY, seconds. */
const SMS_EVERY_SECONDS = 60

export const typeDisabled = (type: string) =>
  new AuthError(
    422,
    type === 'phone' ? 'mfa_phone_verify_not_enabled' : 'mfa_webauthn_verify_not_enabled',
    `MFA verification is disabled for ${type === 'phone' ? 'Phone' : 'WebAuthn'}`,
  )

/** Refuses factors that this installation cannot check. */
export function checkType(context: AuthContext, factor: SecretFactor): void {
  if (factor.factor_type === 'webauthn') throw typeDisabled('webauthn')
  if (factor.factor_type === 'phone' && !context.sendSms) throw typeDisabled('phone')
}

function checkSmsFrequency(factor: SecretFactor): void {
  if (factor.factor_type !== 'phone' || factor.challenged === null) return
  const left = Math.ceil(SMS_EVERY_SECONDS - factor.challenged)
  if (left > 0)
    throw new AuthError(
      429,
      'over_sms_send_rate_limit',
      `For security purposes, you can only request this after ${left} seconds.`,
      { retryAfter: left },
    )
}

async function storeChallenge(
  session: Session,
  factorId: string,
  address: string,
  code: string | undefined,
): Promise<string> {
  const id = randomUUID()
  await session.query(
    'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code) values ($1, $2, now(), $3, $4)',
    [id, factorId, address, code ?? null],
  )
  // The column is unique over all factors, hence the clock and not the transaction's time.
  await session.query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factorId])
  return id
}

/** `POST /factors/{id}/challenge` (internal/api/mfa.go, ChallengeFactor). A phone is sent its code, outside the transaction. */
export const challengeFactor: AuthHandler = async (context, call) => {
  const claims = await claimsOf(context, call)
  const { id, factor, code } = await inAuth(context, async (session) => {
    const { user } = await signedIn(session, claims)
    const found = await lockedFactor(session, user.id, factorIdOf(call))
    checkType(context, found)
    checkSmsFrequency(found)
    const otp = found.factor_type === 'phone' ? newOtp() : undefined
    return { id: await storeChallenge(session, found.id, call.address, otp), factor: found, code: otp }
  })
  if (code && context.sendSms && factor.phone) {
    try {
      await context.sendSms(factor.phone, code)
    } catch (error) {
      throw Object.assign(new AuthError(500, 'unexpected_failure', 'error sending message'), { cause: error })
    }
  }
  const expires_at = Math.floor(context.now().getTime() / 1000) + CHALLENGE_SECONDS
  return Response.json({ id, type: factor.factor_type, expires_at })
}
