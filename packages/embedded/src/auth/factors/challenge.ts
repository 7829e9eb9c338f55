import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, text, UUID } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { guessed } from '../limits.ts'
import { newOtp } from '../mails/link-mails.ts'
import { notifyOwner } from '../mails/notifications.ts'
import { CHALLENGE_SECONDS } from '../passkeys/ceremonies.ts'
import type { RelyingParty } from '../passkeys/relying-party.ts'
import {
  addAmr,
  claimsOf,
  renewRefreshToken,
  type SessionRow,
  signedIn,
  type TokenResponse,
  tokenResponse,
} from '../sessions/sessions.ts'
import type { UserRow } from '../users/user-row.ts'
import { userById } from '../users/users.ts'
import { totpStep } from './totp.ts'
import { provesWebauthn, type WebauthnAnswer, webauthnAnswer, webauthnChallenge, webauthnDisabled } from './webauthn.ts'

/** A row of auth.mfa_factors with its secret: for verifying codes, never part of a response. */
type SecretFactor = {
  id: string
  user_id: string
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'unverified' | 'verified'
  secret: string | null
  phone: string | null
  friendly_name: string | null
  web_authn_credential: unknown
  /** Seconds since the last challenge. */
  challenged: number | null
}

/** How GoTrue names a factor in amr (internal/models/factor.go, amrMethodForFactorType). */
const AMR_METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const

/**
 * The factor of a path, locked, if it belongs to `userId` (internal/api/admin.go, loadFactor). Another user's factor is
 * treated as nonexistent.
 */
export async function lockedFactor(session: Session, userId: string, id: string): Promise<SecretFactor> {
  if (!UUID.test(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const { rows } = await session.query(
    `select id, user_id, factor_type, status, secret, phone, friendly_name, web_authn_credential,
       extract(epoch from clock_timestamp() - last_challenged_at)::float8 as challenged
       from auth.mfa_factors where id = $1 and user_id = $2 for update`,
    [id, userId],
  )
  const factor = rows[0] as SecretFactor | undefined
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

export const factorIdOf = (call: AuthCall): string => call.params.at(-1) ?? ''

/** Removes a factor; sessions it had raised are downgraded to aal1 (models.DowngradeSessionsToAAL1). */
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

/** GOTRUE_MFA_PHONE_MAX_FREQUENCY, seconds. */
const SMS_EVERY_SECONDS = 60

/** Rejects factor types that this installation does not support. */
function checkType(context: AuthContext, factor: SecretFactor): void {
  if (factor.factor_type === 'webauthn' && !context.relyingParty) throw webauthnDisabled('verify')
  if (factor.factor_type === 'phone' && !context.sendSms)
    throw new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone')
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
  expected: { code?: string; webauthn?: object },
): Promise<string> {
  const id = randomUUID()
  await session.query(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
       values ($1, $2, now(), $3, $4, $5::jsonb)`,
    [id, factorId, address, expected.code ?? null, expected.webauthn ? JSON.stringify(expected.webauthn) : null],
  )
  // The column is unique over all factors, hence clock_timestamp() instead of the transaction's time.
  await session.query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factorId])
  return id
}

/**
 * `POST /factors/{id}/challenge` (internal/api/mfa.go, ChallengeFactor). Sends phones their code, outside the
 * transaction; browsers get the options of a WebAuthn ceremony.
 */
export const challengeFactor: AuthHandler = async (context, call) => {
  const claims = await claimsOf(context, call)
  const { id, factor, code, webauthn } = await inAuth(context, async (session) => {
    const { user } = await signedIn(session, claims)
    const found = await lockedFactor(session, user.id, factorIdOf(call))
    checkType(context, found)
    checkSmsFrequency(found)
    const otp = found.factor_type === 'phone' ? newOtp() : undefined
    const ceremony =
      found.factor_type === 'webauthn' && context.relyingParty
        ? await webauthnChallenge(context.relyingParty, session, found, user.email ?? '')
        : undefined
    const expected = { ...(otp ? { code: otp } : {}), ...(ceremony ? { webauthn: ceremony.stored } : {}) }
    const stored = await storeChallenge(session, found.id, call.address, expected)
    return { id: stored, factor: found, code: otp, webauthn: ceremony?.answer }
  })
  if (code && context.sendSms && factor.phone) {
    try {
      await context.sendSms(factor.phone, code)
    } catch (error) {
      throw Object.assign(new AuthError(500, 'unexpected_failure', 'error sending message'), { cause: error })
    }
  }
  const expires_at = Math.floor(context.now().getTime() / 1000) + CHALLENGE_SECONDS
  return Response.json({ id, type: factor.factor_type, expires_at, ...(webauthn ? { webauthn } : {}) })
}

type Challenge = {
  id: string
  otp_code: string | null
  web_authn_session_data: unknown
  verified_at: string | null
  same_address: boolean
  age: number
}

/** internal/api/mfa.go, validateChallenge. A challenge is bound to one factor and IP address and can be used once. */
async function liveChallenge(session: Session, factor: SecretFactor, call: AuthCall): Promise<Challenge> {
  const id = text(call.body, 'challenge_id')
  const unknown = new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (!UUID.test(id)) throw unknown
  const { rows } = await session.query(
    `select id, otp_code, web_authn_session_data, verified_at, ip_address = $3::inet as same_address,
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
 * The time step of a TOTP code, if it is correct and later than every step this factor was verified with, so that an
 * observed code cannot be replayed (RFC 6238, 5.2). GoTrue accepts it again within its 30 seconds. The step is stored
 * in the challenge it answered, whose otp_code TOTP leaves empty.
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

/** What answers a challenge: the digits a person typed, or what a browser's authenticator signed. */
type Answer = { code: string } | { webauthn: WebauthnAnswer; party: RelyingParty }

/** `spent`: the challenge is used up, although its answer was wrong. `otpCode` is stored with it: a TOTP step, so that a
 * code counts once. */
type Proof = { right: true; otpCode: string | null } | { right: false; spent: boolean }

async function prove(
  context: AuthContext,
  session: Session,
  factor: SecretFactor,
  challenge: Challenge,
  answer: Answer,
): Promise<Proof> {
  if ('webauthn' in answer) {
    const sessionData = challenge.web_authn_session_data
    const right = await provesWebauthn(answer.party, session, factor, sessionData, answer.webauthn)
    return right ? { right, otpCode: null } : { right, spent: true }
  }
  if (factor.factor_type === 'phone')
    return sameCode(challenge.otp_code ?? '', answer.code)
      ? { right: true, otpCode: null }
      : { right: false, spent: false }
  const step = await freshStep(context, session, factor, answer.code)
  return step === undefined ? { right: false, spent: false } : { right: true, otpCode: step }
}

/** The answer of the body, of the kind that the factor wants (VerifyFactor). */
function answerTo(context: AuthContext, factor: SecretFactor, call: AuthCall): Answer {
  if (factor.factor_type === 'webauthn' && context.relyingParty)
    return { webauthn: webauthnAnswer(call), party: context.relyingParty }
  const code = text(call.body, 'code')
  if (code === '') throw invalid('Code needs to be non-empty')
  return { code }
}

/** Raises the session to aal2 and ends the account's other sessions below aal2 (InvalidateSessionsWithAALLessThan). */
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

const WRONG = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  // GoTrue answers 500 here, as for a fault of its own.
  webauthn: 'Invalid WebAuthn response',
} as const

/** `enrolled`: whose factor this first answer has completed. */
type Outcome = { token: TokenResponse; enrolled: UserRow | undefined } | { wrong: SecretFactor['factor_type'] }

async function verify(context: AuthContext, call: AuthCall): Promise<Outcome> {
  const claims = await claimsOf(context, call)
  return inAuth(context, async (session) => {
    const { user, held } = await signedIn(session, claims)
    const factor = await lockedFactor(session, user.id, factorIdOf(call))
    checkType(context, factor)
    const answer = answerTo(context, factor, call)
    const challenge = await liveChallenge(session, factor, call)
    const proof = await prove(context, session, factor, challenge, answer)
    if (!proof.right) {
      if (proof.spent) await session.query('delete from auth.mfa_challenges where id = $1', [challenge.id])
      return { wrong: factor.factor_type }
    }
    await session.query('update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1', [
      challenge.id,
      proof.otpCode,
    ])
    const refreshToken = await raise(session, held, factor)
    const fresh = (await userById(session, user.id)) ?? user
    return {
      enrolled: factor.status === 'unverified' ? fresh : undefined,
      token: await tokenResponse(context, session, fresh, { id: held.id, aal: 'aal2' }, refreshToken),
    }
  })
}

/**
 * `POST /factors/{id}/verify` (VerifyFactor): the first time completes the enrolment; every time raises the session.
 */
export const verifyFactor: AuthHandler = async (context, call) => {
  const attempt = () => verify(context, call)
  const key = `factor ${factorIdOf(call)}`
  const outcome = await guessed(context.limits.wrongCodes, key, attempt, (result) => 'token' in result)
  if ('token' in outcome) {
    if (outcome.enrolled) notifyOwner(context, outcome.enrolled, 'mfa_factor_enrolled')
    return Response.json(outcome.token)
  }
  throw new AuthError(422, 'mfa_verification_failed', WRONG[outcome.wrong])
}
