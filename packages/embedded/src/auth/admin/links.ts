import { randomBytes } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import type { OutgoingMail } from '../../mailbox/mailbox.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, record, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import {
  CHANGE_CURRENT,
  CHANGE_NEW,
  CONFIRMATION,
  deliver,
  type PreparedLink,
  queueMail,
  RECOVERY,
  storeLink,
  type TokenKind,
} from '../mails/link-mails.ts'
import { takeMails } from '../mails/mail-limits.ts'
import { redirectTarget } from '../mails/redirects.ts'
import { checkStrength, hashPassword } from '../passwords/passwords.ts'
import { askSignUpHook } from '../sign-up-hook.ts'
import { lockAddress, takeOverByMail } from '../users/identities.ts'
import { type UserRow, userJson } from '../users/user-row.ts'
import { createUser, emailExists, userByEmail, userById, validEmail } from '../users/users.ts'

type Wish = { email: string; data: Record<string, unknown>; redirectTo: string }

const wishOf = (context: AuthContext, call: AuthCall): Wish => ({
  email: validEmail(text(call.body, 'email')),
  data: record(call.body.data),
  // The client sends it in the query; GoTrue's documentation also allows the body.
  redirectTo: redirectTarget(
    call.url.searchParams.get('redirect_to') ?? text(call.body, 'redirect_to'),
    context.siteUrl,
  ),
})

/**
 * The unconfirmed account of an address, created or taken over. `passwordHash` empty: it signs in by links only.
 */
async function unconfirmed(session: Session, wish: Wish, passwordHash: string): Promise<UserRow> {
  await lockAddress(session, wish.email)
  const known = await userByEmail(session, wish.email)
  if (known?.email_confirmed_at) throw emailExists()
  if (!known) return createUser(session, { email: wish.email, passwordHash, userMetadata: wish.data })
  await takeOverByMail(session, known, { passwordHash, userMetadata: wish.data })
  return known
}

async function invited(context: AuthContext, session: Session, wish: Wish): Promise<PreparedLink & { user: UserRow }> {
  const user = await unconfirmed(session, wish, '')
  const link = { kind: CONFIRMATION, type: 'invite', to: wish.email, redirectTo: wish.redirectTo, pkce: false } as const
  const prepared = await storeLink(context, session, user, link)
  await session.query('update auth.users set invited_at = now() where id = $1', [user.id])
  return { ...prepared, user }
}

async function askHookForNew(context: AuthContext, call: AuthCall, wish: Wish): Promise<void> {
  const known = await inAuth(context, (session) => userByEmail(session, wish.email))
  if (!known) await askSignUpHook(context, call, { email: wish.email, userMetadata: wish.data })
}

/**
 * `POST /invite`: creates an account without a password and mails its owner a sign-in link (internal/api/invite.go).
 */
export const invite: AuthHandler = async (context, call) => {
  const wish = wishOf(context, call)
  await askHookForNew(context, call, wish)
  const { user, mail } = await inAuth(context, async (session): Promise<{ user: UserRow; mail: OutgoingMail }> => {
    const { user: created, mail, otp } = await invited(context, session, wish)
    await takeMails(context)
    await queueMail(context, session, { userId: created.id, kind: CONFIRMATION, mail, otp })
    return { mail, user: (await userById(session, created.id)) ?? created }
  })
  await deliver(context, [mail])
  return Response.json(userJson(user))
}

async function known(session: Session, email: string): Promise<UserRow> {
  const user = await userByEmail(session, email)
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found')
  return user
}

async function recoveryLink(context: AuthContext, session: Session, wish: Wish, type: 'recovery' | 'magiclink') {
  const user = await known(session, wish.email)
  const link = { kind: RECOVERY, type, to: wish.email, redirectTo: wish.redirectTo, pkce: false }
  return { user, ...(await storeLink(context, session, user, link)) }
}

async function signUpLink(context: AuthContext, session: Session, wish: Wish, passwordHash: string) {
  const user = await unconfirmed(session, wish, passwordHash)
  const link = { kind: CONFIRMATION, type: 'signup', to: wish.email, redirectTo: wish.redirectTo, pkce: false } as const
  return { user, ...(await storeLink(context, session, user, link)) }
}

async function changeLink(context: AuthContext, session: Session, wish: Wish, newEmail: string, kind: TokenKind) {
  const user = await known(session, wish.email)
  if (await userByEmail(session, newEmail)) throw emailExists()
  await session.query('update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1', [
    user.id,
    newEmail,
  ])
  const to = kind === CHANGE_NEW ? newEmail : wish.email
  const link = { kind, type: 'email_change', to, redirectTo: wish.redirectTo, pkce: false } as const
  return { user, ...(await storeLink(context, session, { ...user, email_change: newEmail }, link)) }
}

type Made = PreparedLink & { user: UserRow }

/** The function that creates each kind of link. Passwords are hashed before the transaction begins. */
async function maker(context: AuthContext, call: AuthCall, wish: Wish, type: string) {
  if (type === 'recovery' || type === 'magiclink')
    return (session: Session): Promise<Made> => recoveryLink(context, session, wish, type)
  if (type === 'invite') return (session: Session): Promise<Made> => invited(context, session, wish)
  if (type === 'email_change_current' || type === 'email_change_new') {
    const newEmail = validEmail(text(call.body, 'new_email'))
    const kind = type === 'email_change_new' ? CHANGE_NEW : CHANGE_CURRENT
    return (session: Session): Promise<Made> => changeLink(context, session, wish, newEmail, kind)
  }
  const password = text(call.body, 'password') || randomBytes(32).toString('base64url')
  await checkStrength(context.passwords, password, [wish.email])
  const hash = await hashPassword(password)
  return (session: Session): Promise<Made> => signUpLink(context, session, wish, hash)
}

const TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']

/**
 * `POST /admin/generate_link`: link and code for the operator to hand over, no mail (internal/api/mail.go,
 * adminGenerateLink). A magic link for an unknown address becomes a sign-up, as in GoTrue.
 */
export const generateLink: AuthHandler = async (context, call) => {
  const asked = text(call.body, 'type')
  if (!TYPES.includes(asked)) throw invalid(`Invalid email action link type requested: ${asked}`)
  const wish = wishOf(context, call)
  const there = await inAuth(context, (session) => userByEmail(session, wish.email))
  const type = asked === 'magiclink' && !there ? 'signup' : asked
  if (!there && (type === 'signup' || type === 'invite')) await askHookForNew(context, call, wish)
  if (type === 'signup' && asked === 'signup' && !there && text(call.body, 'password') === '')
    throw invalid('Signup requires a valid password')
  const make = await maker(context, call, wish, type)
  const made = await inAuth(context, async (session) => {
    const link = await make(session)
    return { ...link, user: (await userById(session, link.user.id)) ?? link.user }
  })
  return Response.json({
    ...userJson(made.user),
    action_link: made.url,
    email_otp: made.otp,
    hashed_token: made.token,
    verification_type: type,
    redirect_to: wish.redirectTo,
  })
}
