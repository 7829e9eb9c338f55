import type { Session } from '../../database/engine.ts'
import type { OutgoingMail } from '../../mailbox/mail-transport.ts'
import { type AuthContext, type AuthHandler, inAuth, text } from '../auth-context.ts'
import { invalid } from '../auth-error.ts'
import { validEmail } from '../users/email-address.ts'
import { changeMails } from '../users/email-change.ts'
import type { UserRow } from '../users/user-row.ts'
import { isBanned, userByEmail } from '../users/users.ts'
import { type Challenge, challengeOf, saveFlow } from './flow-state.ts'
import { CONFIRMATION } from './one-time-tokens.ts'
import { redirectTarget } from './redirect-url.ts'
import { checkFrequency, deliver, prepareLink } from './send-link.ts'

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
