import type { OutgoingMail } from '../../mailbox/mailbox.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, record, text } from '../auth-context.ts'
import { AuthError, invalid, tooMany } from '../auth-error.ts'
import { CONFIRMATION, checkFrequency, deliver, prepareLink } from '../links/link-mails.ts'
import { type Challenge, challengeOf, saveFlow } from '../links/pkce.ts'
import { redirectTarget } from '../links/redirects.ts'
import { lockAddress } from '../users/identities.ts'
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
 * The sign-up form has a sentence for this; GoTrue says it only where addresses need no confirmation. An address that
 * is asked about often gets no such answer.
 */
function alreadyRegistered(context: AuthContext, call: AuthCall): AuthError {
  if (call.apiRole !== 'service_role') context.limits.knownAddresses.take(call.address)
  return new AuthError(422, 'user_already_exists', 'User already registered')
}

/** Makes an unconfirmed account, or takes the one there is, and writes the mail that proves its address. */
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
    // A form sent twice: the second finds the account of the first.
    await lockAddress(session, email)
    const there = await userByEmail(session, email)
    if (there?.email_confirmed_at) return undefined
    if (there) checkFrequency(context, there, CONFIRMATION)
    // An unconfirmed account keeps its first password: nobody has proven whose address it is.
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
  const { user, mail } = await register(context, call, {
    email,
    userMetadata: record(call.body.data),
    challenge: challengeOf(call.body),
    redirectTo: redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl),
    // Hashed in any case: the answer takes as long for an address that is taken.
    passwordHash: await hashPassword(password),
  })
  await deliver(context, [mail])
  return Response.json(userJson(user))
}
