import type { Session } from '../../database/engine.ts'
import type { OutgoingMail } from '../../mailbox/mail-transport.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, record, text } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { claimsOf, signedIn } from '../authenticated.ts'
import { type Challenge, challengeOf, saveFlow } from '../links/flow-state.ts'
import { redirectTarget } from '../links/redirect-url.ts'
import { deliver } from '../links/send-link.ts'
import { checkStrength, hashPassword, passwordMatches } from '../sign-in/passwords.ts'
import { checkNonce, forgetNonce } from '../sign-in/reauthenticate.ts'
import type { SessionRow } from '../sign-in/session-issue.ts'
import { validEmail } from './email-address.ts'
import { changeMails } from './email-change.ts'
import { type UserRow, userJson } from './user-row.ts'
import { emailExists, mergeMetadata, userByEmail, userById } from './users.ts'

/** `GET /user`. */
export const getUser: AuthHandler = async (context, call) => {
  const claims = await claimsOf(context, call)
  const { user } = await inAuth(context, (session) => signedIn(session, claims))
  return Response.json(userJson(user))
}

type Wishes = {
  email: string
  /** Undefined: to be kept. */
  password: string | undefined
  nonce: string
  data: Record<string, unknown> | undefined
  challenge: Challenge | undefined
  redirectTo: string
}

function wishesOf(context: AuthContext, call: AuthCall): Wishes {
  const email = text(call.body, 'email')
  const password = typeof call.body.password === 'string' ? call.body.password : undefined
  if (password !== undefined) checkStrength(password)
  return {
    email: email === '' ? '' : validEmail(email),
    password,
    nonce: text(call.body, 'nonce').trim(),
    data: call.body.data === undefined ? undefined : record(call.body.data),
    challenge: challengeOf(call.body),
    redirectTo: redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl),
  }
}

const hasVerifiedFactor = (user: UserRow) => user.factors.some((factor) => factor.status === 'verified')

function checkAssurance(user: UserRow, held: SessionRow, wishes: Wishes): void {
  const sensitive = wishes.password !== undefined || (wishes.email !== '' && wishes.email !== user.email)
  if (!sensitive || !hasVerifiedFactor(user) || held.aal === 'aal2') return
  throw new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  )
}

/** A new password ends every other session: whoever knew the old one is out. */
async function setPassword(session: Session, user: UserRow, held: SessionRow, hash: string): Promise<void> {
  await session.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
    user.id,
    hash,
  ])
  await session.query('delete from auth.sessions where user_id = $1 and id <> $2', [user.id, held.id])
  await forgetNonce(session, user)
}

async function askForChange(
  context: AuthContext,
  session: Session,
  user: UserRow,
  wishes: Wishes,
): Promise<OutgoingMail[]> {
  if (wishes.email === '' || wishes.email === user.email) return []
  if (await userByEmail(session, wishes.email)) throw emailExists()
  if (wishes.challenge) await saveFlow(session, user.id, 'email_change', wishes.challenge)
  return changeMails(context, session, user, wishes.email, wishes.redirectTo, wishes.challenge !== undefined)
}

/** The hash of a new password, once its owner may set it. */
async function newHash(
  context: AuthContext,
  { user, held }: { user: UserRow; held: SessionRow },
  password: string,
  nonce: string,
): Promise<string> {
  await checkNonce(context, user, held, nonce)
  if (await passwordMatches(password, user.encrypted_password))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  return hashPassword(password)
}

/** `PUT /user`: password, e-mail (by mail to both addresses) and own metadata (internal/api/user.go, UserUpdate). */
export const updateUser: AuthHandler = async (context, call) => {
  const claims = await claimsOf(context, call)
  const wishes = wishesOf(context, call)
  if (call.body.app_metadata !== undefined)
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  const before = await inAuth(context, (session) => signedIn(session, claims))
  checkAssurance(before.user, before.held, wishes)
  const hash = wishes.password === undefined ? undefined : await newHash(context, before, wishes.password, wishes.nonce)

  const { user, mails } = await inAuth(context, async (session) => {
    const { user: current, held } = await signedIn(session, claims)
    if (hash) await setPassword(session, current, held, hash)
    if (wishes.data) await mergeMetadata(session, current.id, 'raw_user_meta_data', wishes.data)
    const asked = await askForChange(context, session, current, wishes)
    return { user: (await userById(session, current.id)) ?? current, mails: asked }
  })
  await deliver(context, mails)
  return Response.json(userJson(user))
}
