import { randomBytes } from 'node:crypto'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, record, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { challengeOf, saveFlow } from '../links/flow-state.ts'
import { RECOVERY } from '../links/one-time-tokens.ts'
import { redirectTarget } from '../links/redirect-url.ts'
import { checkFrequency, deliver, prepareLink } from '../links/send-link.ts'
import { validEmail } from '../users/email-address.ts'
import { userByEmail } from '../users/users.ts'
import { hashPassword } from './passwords.ts'
import { register } from './register.ts'

/** A password nobody knows, for who signs up by mail alone. */
export const unknownPassword = () => hashPassword(randomBytes(32).toString('base64url'))

async function mailLink(context: AuthContext, call: AuthCall, email: string): Promise<boolean> {
  const challenge = challengeOf(call.body)
  const redirectTo = redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl)
  const mail = await inAuth(context, async (session) => {
    const user = await userByEmail(session, email)
    if (!user?.email_confirmed_at) return undefined
    checkFrequency(context, user, RECOVERY)
    if (challenge) await saveFlow(session, user.id, 'magiclink', challenge)
    const pkce = challenge !== undefined
    return prepareLink(context, session, user, { kind: RECOVERY, type: 'magiclink', to: email, redirectTo, pkce })
  })
  if (mail) await deliver(context, [mail])
  return mail !== undefined
}

/** Who has no account, or has not proven the address, gets the mail of a sign-up: its link signs in as well. */
async function mailConfirmation(context: AuthContext, call: AuthCall, email: string): Promise<void> {
  const { mail } = await register(context, call, {
    email,
    userMetadata: record(call.body.data),
    challenge: challengeOf(call.body),
    redirectTo: redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl),
    passwordHash: await unknownPassword(),
  })
  await deliver(context, [mail])
}

/** `POST /otp` and `/magiclink`: signing in by mail (internal/api/otp.go, magic_link.go). There is no sign-in by phone. */
export const otp: AuthHandler = async (context, call) => {
  const [given, phone] = [text(call.body, 'email'), text(call.body, 'phone')]
  if (given !== '' && phone !== '') throw invalid('Only an email address or phone number should be provided')
  if (phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  if (given === '') throw invalid('One of email or phone must be set')
  const email = validEmail(given)
  if (call.body.create_user === false && !(await inAuth(context, (session) => userByEmail(session, email))))
    throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
  if (!(await mailLink(context, call, email))) await mailConfirmation(context, call, email)
  return Response.json({})
}
