import type { OutgoingMail } from '../../mailbox/mailbox.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, record, text } from '../auth-context.ts'
import { AuthError, invalid, tooMany } from '../auth-error.ts'
import { CONFIRMATION, checkFrequency, deliver, prepareLink } from '../links/link-mails.ts'
import { askForMails } from '../links/mail-limits.ts'
import { type Challenge, challengeOf, saveFlow } from '../links/pkce.ts'
import { redirectTarget } from '../links/redirects.ts'
import { lockAddress, takeOverByMail } from '../users/identities.ts'
import { type UserRow, userJson } from '../users/user-row.ts'
import { createUser, userByEmail, validEmail } from '../users/users.ts'
import { checkStrength, hashPassword } from './passwords.ts'
import { askSignUpHook } from './sign-up-hook.ts'

type Registration = {
  email: string
  passwordHash: string
  userMetadata: Record<string, unknown>
  challenge: Challenge | undefined
  redirectTo: string
}

/**
 * The sign-up form shows a message for this; GoTrue returns it only when addresses need no confirmation. Rate-limited
 * per IP address, to prevent probing for members.
 */
function alreadyRegistered(context: AuthContext, call: AuthCall): AuthError {
  if (call.apiRole !== 'service_role') context.limits.knownAddresses.take(call.address)
  return new AuthError(422, 'user_already_exists', 'User already registered')
}

/** Creates an unconfirmed account, or reuses the existing one, and composes its confirmation mail. */
export async function register(
  context: AuthContext,
  call: AuthCall,
  { email, passwordHash, userMetadata, challenge, redirectTo }: Registration,
): Promise<{ user: UserRow; mail: OutgoingMail }> {
  const wait = call.apiRole === 'service_role' ? 0 : context.limits.knownAddresses.peek(call.address)
  if (wait > 0) throw tooMany(wait)
  const known = await inAuth(context, (session) => userByEmail(session, email))
  if (!known) await askSignUpHook(context, call, { email, userMetadata })
  const made = await inAuth(context, async (session) => {
    // For a form submitted twice: the second request finds the first one's account.
    await lockAddress(session, email)
    const there = await userByEmail(session, email)
    if (there?.email_confirmed_at) return undefined
    if (there) checkFrequency(context, there, CONFIRMATION)
    // Only the newest mail's link is good, so the account holds what was given with it and nothing from before.
    if (there) await takeOverByMail(session, there, { passwordHash, userMetadata })
    const user = there ?? (await createUser(session, { email, passwordHash, userMetadata }))
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
  if (!made) throw alreadyRegistered(context, call)
  return made
}

/** `POST /signup`: makes an unconfirmed account and mails its link (internal/api/signup.go). No session before that. */
export const signup: AuthHandler = async (context, call) => {
  if (text(call.body, 'email') === '')
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const password = text(call.body, 'password')
  if (password === '') throw invalid('Signup requires a valid password')
  checkStrength(password)
  const email = validEmail(text(call.body, 'email'))
  const wanted = {
    email,
    userMetadata: record(call.body.data),
    challenge: challengeOf(call.body),
    redirectTo: redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl),
  }
  const giveBack = await askForMails(context, call, 'signup', [email])
  try {
    // Always hashed, so that timing does not reveal whether the address is taken.
    const { user, mail } = await register(context, call, { ...wanted, passwordHash: await hashPassword(password) })
    await deliver(context, [mail])
    return Response.json(userJson(user))
  } catch (error) {
    await giveBack()
    throw error
  }
}
