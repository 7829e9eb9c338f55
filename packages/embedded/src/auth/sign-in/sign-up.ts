import type { OutgoingMail } from '../../mailbox/mailbox.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, record, text } from '../auth-context.ts'
import { AuthError, invalid, tooMany } from '../auth-error.ts'
import { type Challenge, challengeOf } from '../challenge.ts'
import { CONFIRMATION, checkFrequency, deliver, LINK_SECONDS, prepareLink } from '../mails/link-mails.ts'
import { askForMails, type CountedMails } from '../mails/mail-limits.ts'
import { saveFlow } from '../mails/pkce-flow.ts'
import { redirectTarget } from '../mails/redirects.ts'
import { textsOf } from '../passwords/about-account.ts'
import { checkStrength, hashPassword, passwordMatches } from '../passwords/passwords.ts'
import { askSignUpHook } from '../sign-up-hook.ts'
import { lockAddress, takeOverByMail } from '../users/identities.ts'
import { type UserRow, userJson } from '../users/user-row.ts'
import { createUser, userByEmail, validEmail } from '../users/users.ts'
import { dropWaitingPassword, notePassword } from '../users/waiting-passwords.ts'

type Registration = {
  email: string
  /** Undefined: the link alone signs in. */
  password?: string
  userMetadata: Record<string, unknown>
  challenge: Challenge | undefined
  redirectTo: string
}

/**
 * The sign-up form shows a message for this; GoTrue returns it only when addresses need no confirmation. Rate-limited
 * per IP address, to prevent probing for members.
 */
async function alreadyRegistered(context: AuthContext, call: AuthCall): Promise<AuthError> {
  const wait = call.apiRole === 'service_role' ? 0 : await context.limits.knownAddresses.take(call.address)
  if (wait > 0) return tooMany(wait)
  return new AuthError(422, 'user_already_exists', 'User already registered')
}

/** Whether a mail that was sent for this account is still valid and could confirm it. */
function isAwaited(context: AuthContext, { confirmation_sent_at }: UserRow): boolean {
  if (!confirmation_sent_at) return false
  return context.now().getTime() - new Date(confirmation_sent_at).getTime() <= LINK_SECONDS * 1000
}

/**
 * The hash that an unconfirmed account gets. When two people signed up for one address with different passwords, its owner
 * may follow the mail that the other one caused: then the account gets no password, and the link signs in.
 * Compares and hashes for new addresses too, so that the duration reveals nothing.
 */
async function newPassword(
  context: AuthContext,
  known: UserRow | undefined,
  password: string,
): Promise<(there: UserRow | undefined) => string> {
  const same = await passwordMatches(password, known?.encrypted_password)
  const passwordHash = await hashPassword(password)
  return (there) => {
    if (!there || !isAwaited(context, there)) return passwordHash
    return same && there.encrypted_password === known?.encrypted_password ? passwordHash : ''
  }
}

/** Creates an unconfirmed account, or reuses the existing one, and composes its confirmation mail. */
export async function register(
  context: AuthContext,
  call: AuthCall,
  { email, password, userMetadata, challenge, redirectTo }: Registration,
): Promise<{ user: UserRow; mail: OutgoingMail }> {
  const known = await inAuth(context, (session) => userByEmail(session, email))
  // The answer says so: nothing is hashed for it.
  if (known?.email_confirmed_at) throw await alreadyRegistered(context, call)
  if (!known) await askSignUpHook(context, call, { email, userMetadata })
  const hashFor = password === undefined ? () => '' : await newPassword(context, known, password)
  const made = await inAuth(context, async (session) => {
    // For a form submitted twice: the second request finds the first one's account.
    await lockAddress(session, email)
    const there = await userByEmail(session, email)
    if (there?.email_confirmed_at) return undefined
    if (there) checkFrequency(context, there, CONFIRMATION)
    const passwordHash = hashFor(there)
    // Only the newest mail's link is good, so the account holds what was given with it and nothing from before.
    if (there) await takeOverByMail(session, there, { passwordHash, userMetadata })
    const user = there ?? (await createUser(session, { email, passwordHash, userMetadata }))
    if (passwordHash) await notePassword(session, user.id, challenge)
    if (challenge) await saveFlow(session, user.id, 'email/signup', challenge)
    const pkce = challenge !== undefined
    const mail = await prepareLink(context, session, user, {
      kind: CONFIRMATION,
      type: 'signup',
      to: email,
      redirectTo,
      pkce,
    })
    return { mail, user: (await userByEmail(session, email)) ?? user }
  })
  if (!made) throw await alreadyRegistered(context, call)
  return made
}

/**
 * Two people who give different passwords for one address are not the same, and the mail that is under way must not open
 * the account to the first of them, also when a limit refuses the second. Nothing is compared there: who refuses must not
 * hash. With `same`, whoever sends the same form twice within a minute keeps the password; compares for new addresses too.
 */
async function dropWaiting(context: AuthContext, email: string, same?: { password: string }): Promise<void> {
  const known = await inAuth(context, (session) => userByEmail(session, email))
  const waiting = known?.email_confirmed_at ? undefined : known?.encrypted_password
  const isSame = same ? await passwordMatches(same.password, waiting) : false
  if (known && waiting && !isSame) await inAuth(context, (session) => dropWaitingPassword(session, known))
}

/** Asks all limits before anything is hashed. Fails with 429. */
async function askForSignUp(
  context: AuthContext,
  call: AuthCall,
  email: string,
  password: string,
): Promise<CountedMails> {
  if (call.apiRole === 'service_role') return askForMails(context, call, askFor(email))
  const again = await context.limits.mailsOfKind.peek(`signup ${email}`)
  try {
    const wait = await context.limits.knownAddresses.peek(call.address)
    if (wait > 0) throw tooMany(wait)
    return await askForMails(context, call, askFor(email))
  } catch (error) {
    await dropWaiting(context, email, again > 0 ? { password } : undefined)
    throw error
  }
}

const askFor = (email: string) => ({ kind: 'signup', to: [email], isStranger: true }) as const

/** `POST /signup`: makes an unconfirmed account and mails its link (internal/api/signup.go). No session before that. */
export const signup: AuthHandler = async (context, call) => {
  if (text(call.body, 'email') === '')
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const password = text(call.body, 'password')
  if (password === '') throw invalid('Signup requires a valid password')
  const email = validEmail(text(call.body, 'email'))
  await checkStrength(context.passwords, password, [email, ...textsOf(record(call.body.data))])
  const wanted = {
    email,
    userMetadata: record(call.body.data),
    challenge: challengeOf(call.body),
    redirectTo: redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl),
  }
  const { giveBack } = await askForSignUp(context, call, email, password)
  try {
    const { user, mail } = await register(context, call, { ...wanted, password })
    await deliver(context, [mail])
    return Response.json(userJson(user))
  } catch (error) {
    await giveBack()
    if (error instanceof AuthError && error.status === 429) await dropWaiting(context, email)
    throw error
  }
}
