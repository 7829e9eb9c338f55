import { randomBytes } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import type { OutgoingMail } from '../../mailbox/mailbox.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, record, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { register } from '../sign-in/sign-up.ts'
import { changeMails } from '../users/user.ts'
import type { UserRow } from '../users/user-row.ts'
import { isBanned, userByEmail, validEmail } from '../users/users.ts'
import { CONFIRMATION, checkFrequency, deliver, prepareLink, RECOVERY } from './link-mails.ts'
import { type Challenge, challengeOf, saveFlow } from './pkce.ts'
import { redirectTarget } from './redirects.ts'

/** `POST /recover`: the same answer whether the account exists or not (internal/api/recover.go). */
export const recover: AuthHandler = async (context, call) => {
  if (text(call.body, 'email') === '') throw invalid('Password recovery requires an email')
  const email = validEmail(text(call.body, 'email'))
  const challenge = challengeOf(call.body)
  const redirectTo = redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl)
  const mail = await inAuth(context, async (session) => {
    const user = await userByEmail(session, email)
    if (!user) return undefined
    checkFrequency(context, user, RECOVERY)
    if (challenge) await saveFlow(session, user.id, 'recovery', challenge)
    const link = {
      kind: RECOVERY,
      type: 'recovery',
      to: email,
      redirectTo,
      pkce: challenge !== undefined,
    } as const
    return prepareLink(context, session, user, link)
  })
  if (mail) await deliver(context, [mail])
  return Response.json({})
}

type Wish = { redirectTo: string; challenge: Challenge | undefined }

async function resendChange(
  context: AuthContext,
  session: Session,
  user: UserRow,
  wish: Wish,
): Promise<OutgoingMail[]> {
  if (!user.email_change) return []
  const mails = await changeMails(context, session, user, user.email_change, wish.redirectTo, Boolean(wish.challenge))
  if (wish.challenge) await saveFlow(session, user.id, 'email_change', wish.challenge)
  return mails
}

async function resendConfirmation(
  context: AuthContext,
  session: Session,
  user: UserRow,
  wish: Wish,
): Promise<OutgoingMail[]> {
  if (user.email_confirmed_at) return []
  checkFrequency(context, user, CONFIRMATION)
  if (wish.challenge) await saveFlow(session, user.id, 'email/signup', wish.challenge)
  const link = { kind: CONFIRMATION, type: 'signup', to: user.email ?? '', redirectTo: wish.redirectTo } as const
  return [await prepareLink(context, session, user, { ...link, pkce: Boolean(wish.challenge) })]
}

/**
 * `POST /resend`: the confirmation or change mail once more; the same answer whether there is such an account or not
 * (internal/api/resend.go). Clients in the PKCE flow send a challenge, and their link leads to a code.
 */
export const resend: AuthHandler = async (context, call) => {
  const type = text(call.body, 'type')
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  if (text(call.body, 'email') === '') throw invalid('Type provided requires an email address')
  const email = validEmail(text(call.body, 'email'))
  const redirectTo = redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl)
  const wish = { redirectTo, challenge: challengeOf(call.body) }
  const mails = await inAuth(context, async (session) => {
    const user = await userByEmail(session, email)
    if (!user || isBanned(user, context.now())) return []
    return type === 'signup'
      ? resendConfirmation(context, session, user, wish)
      : resendChange(context, session, user, wish)
  })
  await deliver(context, mails)
  return Response.json({})
}

/** A random password for sign-ups by mail alone. */
const unknownPassword = () => hashPassword(randomBytes(32).toString('base64url'))

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

/** Without a confirmed account the sign-up mail is sent; its link also signs in. */
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
