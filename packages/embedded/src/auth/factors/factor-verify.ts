import { timingSafeEqual } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { claimsOf, signedIn } from '../authenticated.ts'
import { guessed } from '../limits.ts'
import { renewRefreshToken } from '../sign-in/refresh-tokens.ts'
import { addAmr, type SessionRow, type TokenResponse, tokenResponse } from '../sign-in/session-issue.ts'
import { userById } from '../users/users.ts'
import { CHALLENGE_SECONDS, checkType } from './factor-challenge.ts'
import { AMR_METHODS, factorIdOf, lockedFactor, type SecretFactor } from './factor-rows.ts'
import { totpStep } from './totp.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

type Challenge = { id: string; otp_code: string | null; verified_at: string | null; same_address: boolean; age: number }

/** internal/api/mfa.go, validateChallenge. A challenge belongs to one factor and one address and is good once. */
async function liveChallenge(session: Session, factor: SecretFactor, call: AuthCall): Promise<Challenge> {
  const id = text(call.body, 'challenge_id')
  const unknown = new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (!UUID.test(id)) throw unknown
  const { rows } = await session.query(
    `select id, otp_code, verified_at, ip_address = $3::inet as same_address,
       extract(epoch from now() - created_at)::float8 as age
       from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [id, factor.id, call.address],
  )
  const challenge = rows[0] as Challenge | undefined
  if (!challenge) throw unknown
  if (challenge.verified_at || !challenge.same_address)
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  if (challenge.age > CHALLENGE_SECONDS)
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
    )
  return challenge
}

/**
 * The step of a TOTP code, if it is right and later than every step this factor was verified with: a code somebody saw
 * being typed is worth nothing (RFC 6238, 5.2). GoTrue accepts it again within its half minute. The step is kept in
 * the challenge it answered, whose otp_code TOTP leaves empty.
 */
async function freshStep(
  context: AuthContext,
  session: Session,
  factor: SecretFactor,
  code: string,
): Promise<string | undefined> {
  const step = totpStep(factor.secret ?? '', code, context.now())
  if (step === undefined) return undefined
  const { rows } = await session.query(
    `select 1 from auth.mfa_challenges where factor_id = $1 and verified_at is not null and otp_code::bigint >= $2 limit 1`,
    [factor.id, step],
  )
  return rows.length > 0 ? undefined : String(step)
}

function sameCode(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)]
  return left.length === right.length && timingSafeEqual(left, right)
}

type Proof = { right: true; keep: string | null } | { right: false }

async function prove(
  context: AuthContext,
  session: Session,
  factor: SecretFactor,
  challenge: Challenge,
  code: string,
): Promise<Proof> {
  if (factor.factor_type === 'phone')
    return sameCode(challenge.otp_code ?? '', code) ? { right: true, keep: null } : { right: false }
  const step = await freshStep(context, session, factor, code)
  return step === undefined ? { right: false } : { right: true, keep: step }
}

/** Raises the session to aal2 and ends those of the account that are not (InvalidateSessionsWithAALLessThan). */
async function raise(session: Session, held: SessionRow, factor: SecretFactor): Promise<string> {
  await session.query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [factor.id])
  await session.query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`, [
    held.id,
    factor.id,
  ])
  await addAmr(session, held.id, AMR_METHODS[factor.factor_type])
  await session.query(`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, [factor.user_id])
  await session.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2`,
    [factor.user_id, factor.factor_type],
  )
  return renewRefreshToken(session, factor.user_id, held.id)
}

type Outcome = { token: TokenResponse } | { wrong: SecretFactor['factor_type'] }

async function verify(context: AuthContext, call: AuthCall): Promise<Outcome> {
  const claims = await claimsOf(context, call)
  const code = text(call.body, 'code')
  if (code === '') throw invalid('Code needs to be non-empty')
  return inAuth(context, async (session) => {
    const { user, held } = await signedIn(session, claims)
    const factor = await lockedFactor(session, user.id, factorIdOf(call))
    checkType(context, factor)
    const challenge = await liveChallenge(session, factor, call)
    const proof = await prove(context, session, factor, challenge, code)
    if (!proof.right) return { wrong: factor.factor_type }
    await session.query('update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1', [
      challenge.id,
      proof.keep,
    ])
    const refreshToken = await raise(session, held, factor)
    const fresh = (await userById(session, user.id)) ?? user
    return { token: await tokenResponse(context, session, fresh, { id: held.id, aal: 'aal2' }, refreshToken) }
  })
}

/** `POST /factors/{id}/verify` (VerifyFactor): enrols the factor at the first time, raises the session every time. */
export const verifyFactor: AuthHandler = async (context, call) => {
  const attempt = () => verify(context, call)
  const key = `factor ${factorIdOf(call)}`
  const outcome = await guessed(context.limits.wrongCodes, key, attempt, (result) => 'token' in result)
  if ('token' in outcome) return Response.json(outcome.token)
  const kind = outcome.wrong === 'phone' ? 'MFA Phone' : 'TOTP'
  throw new AuthError(422, 'mfa_verification_failed', `Invalid ${kind} code entered`)
}
