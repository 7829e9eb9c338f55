import type { Session } from '../../database/engine.ts'
import type { OutgoingMail } from '../../mailbox/mailbox.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, record, text } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { type Challenge, challengeOf } from '../challenge.ts'
import { changeMails } from '../mails/address-change.ts'
import { deliver } from '../mails/link-mails.ts'
import { askForMails, type CountedMails } from '../mails/mail-limits.ts'
import { saveFlow } from '../mails/pkce-flow.ts'
import { redirectTarget } from '../mails/redirects.ts'
import { aboutAccount } from '../passwords/about-account.ts'
import { checkStrength, hashPassword, passwordMatches } from '../passwords/passwords.ts'
import { checkMetadata } from '../request-body.ts'
import { requireRecentProof } from '../sessions/recent-proof.ts'
import { claimsOf, type SessionRow, signedIn } from '../sessions/sessions.ts'
import { checkNonce, forgetNonce } from '../sign-in/reauthenticate.ts'
import { hasVerifiedFactor, type UserRow, userJson } from '../users/user-row.ts'
import { mergeMetadata, userById, validEmail } from '../users/users.ts'

/** `GET /user`. */
export const getUser: AuthHandler = async (context, call) => {
  const claims = await claimsOf(context, call)
  const { user } = await inAuth(context, (session) => signedIn(session, claims))
  return Response.json(userJson(user))
}

type Wishes = {
  email: string
  /** Undefined: unchanged. */
  password: string | undefined
  nonce: string
  data: Record<string, unknown> | undefined
  challenge: Challenge | undefined
  redirectTo: string
}

function wishesOf(context: AuthContext, call: AuthCall): Wishes {
  const email = text(call.body, 'email')
  const password = typeof call.body.password === 'string' ? call.body.password : undefined
  return {
    email: email === '' ? '' : validEmail(email),
    password,
    nonce: text(call.body, 'nonce').trim(),
    data: call.body.data === undefined ? undefined : record(call.body.data),
    challenge: challengeOf(call.body),
    redirectTo: redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl),
  }
}

const changesAddress = (user: UserRow, { email }: Wishes) => email !== '' && email !== user.email

function checkAssurance(user: UserRow, held: SessionRow, wishes: Wishes): void {
  const sensitive = wishes.password !== undefined || changesAddress(user, wishes)
  if (!sensitive || !hasVerifiedFactor(user) || held.aal === 'aal2') return
  throw new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  )
}

/** A new password ends every other session. */
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
  if (!changesAddress(user, wishes)) return []
  if (wishes.challenge) await saveFlow(session, user.id, 'email_change', wishes.challenge)
  return changeMails(context, session, user, wishes.email, wishes.redirectTo, wishes.challenge !== undefined)
}

/** Counts the two mails of a change, before it is known whether the new address is taken. */
async function askForChangeMails(
  context: AuthContext,
  call: AuthCall,
  user: UserRow,
  wishes: Wishes,
): Promise<CountedMails['giveBack']> {
  if (!changesAddress(user, wishes)) return async () => {}
  const to = [wishes.email, ...(user.email ? [user.email] : [])]
  return (await askForMails(context, call, { kind: 'email_change', to, isStranger: false })).giveBack
}

/** The hash of the new password, if one is wished for, after checking that the user may set it. */
async function hashFor(
  context: AuthContext,
  { user, held }: { user: UserRow; held: SessionRow },
  { password, nonce }: Wishes,
): Promise<string | undefined> {
  if (password === undefined) return undefined
  await checkStrength(context.passwords, password, await aboutAccount(context, user))
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
  if (text(call.body, 'phone') !== '') throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  const before = await inAuth(context, (session) => signedIn(session, claims))
  checkAssurance(before.user, before.held, wishes)
  if (changesAddress(before.user, wishes))
    await inAuth(context, (session) => requireRecentProof(context, session, before))
  // Before anything is hashed: limits cost a statement, hashes a tenth of a second.
  const giveBack = await askForChangeMails(context, call, before.user, wishes)
  try {
    const hash = await hashFor(context, before, wishes)
    const { user, mails } = await inAuth(context, async (session) => {
      const { user: current, held } = await signedIn(session, claims)
      if (hash) await setPassword(session, current, held, hash)
      if (wishes.data) checkMetadata(await mergeMetadata(session, current.id, 'raw_user_meta_data', wishes.data))
      const asked = await askForChange(context, session, current, wishes)
      return { user: (await userById(session, current.id)) ?? current, mails: asked }
    })
    context.background.run(() => deliver(context, mails))
    return Response.json(userJson(user))
  } catch (error) {
    await giveBack()
    throw error
  }
}
