import { randomUUID } from 'node:crypto'
import { isPgError, type Session } from '../../database/engine.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { notifyOwner } from '../mails/notifications.ts'
import { type CallerClaims, claimsOf, type SessionRow, signedIn } from '../sessions/sessions.ts'
import { type FactorRow, hasVerifiedFactor, type UserRow } from '../users/user-row.ts'
import { userById } from '../users/users.ts'
import { factorIdOf, lockedFactor, removeFactor } from './challenge.ts'
import { newTotp } from './totp.ts'
import { webauthnDisabled } from './webauthn.ts'

/** GOTRUE_MFA_MAX_ENROLLED_FACTORS and GOTRUE_MFA_MAX_VERIFIED_FACTORS. */
const MAX_FACTORS = 10
/** Characters of the name of a factor and of its issuer, which have to fit into a QR code. */
const MAX_NAME = 255
/** GOTRUE_MFA_FACTOR_EXPIRY_DURATION, seconds: lifetime of an unfinished enrolment. */
const FACTOR_EXPIRY_SECONDS = 300

const nameTaken = (name: string) =>
  new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
  )

const isVerified = (factor: FactorRow) => factor.status === 'verified'

async function forgetExpired(session: Session): Promise<void> {
  await session.query(
    `delete from auth.mfa_factors f where f.status <> 'verified' and f.created_at + make_interval(secs => $1) < now()
       and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`,
    [FACTOR_EXPIRY_SECONDS],
  )
}

/** internal/api/mfa.go, validateFactors. */
function checkRoom(user: UserRow, held: SessionRow, name: string): void {
  if (user.factors.some((factor) => (factor.friendly_name ?? '') === name)) throw nameTaken(name)
  // Both limits are the same number here, so checking the limit on all factors covers both.
  if (user.factors.length >= MAX_FACTORS)
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  if (user.factors.some(isVerified) && held.aal !== 'aal2')
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
}

type NewFactor = { type: 'totp' | 'phone' | 'webauthn'; name: string; secret?: string; phone?: string }

async function insertFactor(session: Session, userId: string, factor: NewFactor): Promise<string> {
  const id = randomUUID()
  try {
    await session.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
         values ($1, $2, $3, $4, 'unverified', $5, $6, now(), now())`,
      [id, userId, factor.name, factor.type, factor.secret ?? null, factor.phone ?? null],
    )
  } catch (error) {
    if (isPgError(error) && error.code === '23505') throw nameTaken(factor.name)
    throw error
  }
  return id
}

async function enrolInto(
  context: AuthContext,
  claims: CallerClaims,
  prepare: (session: Session, user: UserRow) => Promise<NewFactor>,
): Promise<string> {
  return inAuth(context, async (session) => {
    const { user, held } = await signedIn(session, claims)
    // Serializes concurrent enrolments, so that the second one counts the first.
    await session.query('select from auth.users where id = $1 for update', [user.id])
    await forgetExpired(session)
    const factor = await prepare(session, user)
    checkRoom((await userById(session, user.id)) ?? user, held, factor.name)
    return insertFactor(session, user.id, factor)
  })
}

async function enrolTotp(context: AuthContext, call: AuthCall, claims: CallerClaims): Promise<Response> {
  const name = nameIn(call, 'friendly_name')
  const issuer = nameIn(call, 'issuer') || new URL(context.siteUrl).host
  let totp: ReturnType<typeof newTotp> | undefined
  const id = await enrolInto(context, claims, async (_, user) => {
    totp = newTotp(issuer, user.email ?? '')
    return { type: 'totp', name, secret: totp.secret }
  })
  return Response.json({ id, type: 'totp', friendly_name: name, totp })
}

/** internal/api/phone.go, validatePhone. */
function validPhone(value: string): string {
  if (value === '') throw invalid('Phone number required to enroll Phone factor')
  const phone = value.replaceAll(' ', '').replace(/^\+/, '')
  if (!/^[1-9]\d{1,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)')
  return phone
}

async function enrolPhone(context: AuthContext, call: AuthCall, claims: CallerClaims): Promise<Response> {
  if (!context.sendSms) throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  const name = nameIn(call, 'friendly_name')
  const phone = validPhone(text(call.body, 'phone'))
  const id = await enrolInto(context, claims, async (session, user) => {
    const same = user.factors.filter((factor) => factor.factor_type === 'phone' && factor.phone === phone)
    if (same.some(isVerified))
      throw new AuthError(
        422,
        'mfa_verified_factor_exists',
        'A verified phone factor already exists, unenroll the existing factor to continue',
      )
    await session.query(
      `delete from auth.mfa_factors where user_id = $1 and factor_type = 'phone' and phone = $2 and status = 'unverified'`,
      [user.id, phone],
    )
    return { type: 'phone', name, phone }
  })
  return Response.json({ id, type: 'phone', friendly_name: name, phone: text(call.body, 'phone') })
}

/** Without a credential yet: its first challenge creates one (enrollWebAuthnFactor). */
async function enrolWebauthn(context: AuthContext, call: AuthCall, claims: CallerClaims): Promise<Response> {
  if (!context.relyingParty) throw webauthnDisabled('enroll')
  const name = nameIn(call, 'friendly_name')
  const id = await enrolInto(context, claims, async () => ({ type: 'webauthn', name }))
  return Response.json({ id, type: 'webauthn', friendly_name: name })
}

/** A name or an issuer of a request. */
function nameIn(call: AuthCall, field: 'friendly_name' | 'issuer'): string {
  const name = text(call.body, field)
  if (name.length > MAX_NAME) throw invalid(`${field} cannot be longer than ${MAX_NAME} characters`)
  return name
}

/** `POST /factors` (internal/api/mfa.go, EnrollFactor). Without an SMS sender phones are rejected as by GoTrue. */
export const enrolFactor: AuthHandler = async (context, call) => {
  const claims = await claimsOf(context, call)
  const type = text(call.body, 'factor_type')
  if (type === 'totp') return enrolTotp(context, call, claims)
  if (type === 'phone') return enrolPhone(context, call, claims)
  if (type === 'webauthn') return enrolWebauthn(context, call, claims)
  throw invalid('factor_type needs to be totp, phone, or webauthn')
}

/** `DELETE /factors/{id}` (UnenrollFactor). Removing a verified factor requires an aal2 session. */
export const unenrolFactor: AuthHandler = async (context, call) => {
  const claims = await claimsOf(context, call)
  const removed = await inAuth(context, async (session) => {
    const { user, held } = await signedIn(session, claims)
    const factor = await lockedFactor(session, user.id, factorIdOf(call))
    if (factor.status === 'verified' && held.aal !== 'aal2')
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    await removeFactor(session, factor)
    return factor.status === 'verified' ? user : undefined
  })
  if (removed) notifyOwner(context, removed, 'mfa_factor_unenrolled')
  return Response.json({ id: factorIdOf(call) })
}

/**
 * The secret (base32) of a verified authenticator app that this makes for an account, or undefined when the account has
 * a verified factor. Past its owner: for seeding, never for a request.
 */
export async function seedTotp(context: AuthContext, userId: string, name: string): Promise<string | undefined> {
  return inAuth(context, async (session) => {
    const user = await userById(session, userId)
    if (!user || hasVerifiedFactor(user)) return undefined
    const { secret } = newTotp(new URL(context.siteUrl).host, user.email ?? '')
    const id = await insertFactor(session, user.id, { type: 'totp', name, secret })
    await session.query(`update auth.mfa_factors set status = 'verified' where id = $1`, [id])
    return secret
  })
}
