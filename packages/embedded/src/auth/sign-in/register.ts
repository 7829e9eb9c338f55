import type { OutgoingMail } from '../../mailbox/mail-transport.ts'
import { type AuthCall, type AuthContext, inAuth } from '../auth-context.ts'
import { AuthError, tooMany } from '../auth-error.ts'
import { type Challenge, saveFlow } from '../links/flow-state.ts'
import { CONFIRMATION } from '../links/one-time-tokens.ts'
import { checkFrequency, prepareLink } from '../links/send-link.ts'
import { askSignUpHook } from '../sign-up-hook.ts'
import { lockAddress } from '../users/account-linking.ts'
import type { UserRow } from '../users/user-row.ts'
import { createUser, userByEmail } from '../users/users.ts'

export type Registration = {
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
