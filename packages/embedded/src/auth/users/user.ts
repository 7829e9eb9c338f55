import { isPgError, type Session } from '../../database/engine.ts'
import type { OutgoingMail } from '../../mailbox/mailbox.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, record, text } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { type Challenge, challengeOf } from '../links/challenge.ts'
import {
  CHANGE_CURRENT,
  CHANGE_NEW,
  checkFrequency,
  clearToken,
  deliver,
  prepareLink,
  type TokenKind,
} from '../links/link-mails.ts'
import { askForMails } from '../links/mail-limits.ts'
import { saveFlow } from '../links/pkce.ts'
import { redirectTarget } from '../links/redirects.ts'
import { checkMetadata } from '../request-body.ts'
import { aboutAccount } from '../sign-in/about-account.ts'
import { checkStrength, hashPassword, passwordMatches } from '../sign-in/passwords.ts'
import { checkNonce, forgetNonce } from '../sign-in/reauthenticate.ts'
import { requireRecentProof } from '../sign-in/recent-proof.ts'
import { claimsOf, type SessionRow, signedIn } from '../sign-in/sessions.ts'
import { updateProviders } from './identities.ts'
import { hasVerifiedFactor, type UserRow, userJson } from './user-row.ts'
import { emailExists, mergeMetadata, setEmailIdentity, userByEmail, userById, validEmail } from './users.ts'

/**
 * Both addresses must confirm (GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED): a stolen session alone cannot take over the
 * account, and no one can claim an address they do not own.
 */
export async function changeMails(
  context: AuthContext,
  session: Session,
  user: UserRow,
  newEmail: string,
  redirectTo: string,
  pkce: boolean,
): Promise<OutgoingMail[]> {
  checkFrequency(context, user, CHANGE_NEW)
  await session.query('update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1', [
    user.id,
    newEmail,
  ])
  const common = { type: 'email_change', redirectTo, pkce } as const
  const asked = { ...user, email_change: newEmail }
  // The owner of a taken address gets no mail, so the change cannot be completed; the answer does not say that it is taken.
  const taken = await userByEmail(session, newEmail)
  if (taken) await clearToken(session, user.id, CHANGE_NEW)
  const toNew = taken ? [] : [await prepareLink(context, session, asked, { ...common, kind: CHANGE_NEW, to: newEmail })]
  if (!user.email) return toNew
  const toCurrent = await prepareLink(context, session, asked, { ...common, kind: CHANGE_CURRENT, to: user.email })
  return [...toNew, toCurrent]
}

/** Handles one of the two links. True once both were followed and the address is changed. */
export async function confirmChange(session: Session, user: UserRow, kind: TokenKind): Promise<boolean> {
  if (user.email && user.email_change_confirm_status === 0) {
    await clearToken(session, user.id, kind)
    await session.query('update auth.users set email_change_confirm_status = 1 where id = $1', [user.id])
    return false
  }
  try {
    await session.query(
      `update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0, updated_at = now(),
         email_confirmed_at = coalesce(email_confirmed_at, now()),
         raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', email_change, 'email_verified', true)
         where id = $1`,
      [user.id],
    )
    await setEmailIdentity(session, user.id, user.email_change ?? '', true)
    await updateProviders(session, user.id)
  } catch (error) {
    if (isPgError(error) && error.code === '23505') throw emailExists()
    throw error
  }
  await clearToken(session, user.id, CHANGE_CURRENT)
  await clearToken(session, user.id, CHANGE_NEW)
  return true
}

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
): Promise<() => Promise<void>> {
  if (!changesAddress(user, wishes)) return async () => {}
  return askForMails(context, call, 'email_change', [wishes.email, ...(user.email ? [user.email] : [])])
}

/** The hash of a new password, after checking that the user may set it. */
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
  if (text(call.body, 'phone') !== '') throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  const before = await inAuth(context, (session) => signedIn(session, claims))
  if (wishes.password !== undefined)
    await checkStrength(context.passwords, wishes.password, await aboutAccount(context, before.user))
  checkAssurance(before.user, before.held, wishes)
  if (changesAddress(before.user, wishes))
    await inAuth(context, (session) => requireRecentProof(context, session, before))
  const hash = wishes.password === undefined ? undefined : await newHash(context, before, wishes.password, wishes.nonce)

  const giveBack = await askForChangeMails(context, call, before.user, wishes)
  try {
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
