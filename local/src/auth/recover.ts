import { type AuthHandler, inAuth, text } from './auth-context.ts'
import { invalid } from './auth-error.ts'
import { changeMails } from './email-change.ts'
import { challengeOf, saveFlow } from './flow-state.ts'
import { CONFIRMATION, RECOVERY } from './one-time-tokens.ts'
import { redirectTarget } from './redirect-url.ts'
import { checkFrequency, deliver, prepareLink } from './send-link.ts'
import { userByEmail, validEmail } from './users.ts'

const done = () => Response.json({})

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
      mail: 'recovery',
      type: 'recovery',
      to: email,
      redirectTo,
      pkce: challenge !== undefined,
    } as const
    return prepareLink(context, session, user, link)
  })
  if (mail) await deliver(context, [mail])
  return done()
}

/** `POST /resend`: the confirmation or change mail once more, in the implicit flow as GoTrue does (internal/api/resend.go). */
export const resend: AuthHandler = async (context, call) => {
  const type = text(call.body, 'type')
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  if (text(call.body, 'email') === '') throw invalid('Type provided requires an email address')
  const email = validEmail(text(call.body, 'email'))
  const redirectTo = redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl)
  const mails = await inAuth(context, async (session) => {
    const user = await userByEmail(session, email)
    if (!user) return []
    if (type === 'email_change')
      return user.email_change ? changeMails(context, session, user, user.email_change, redirectTo, false) : []
    if (user.email_confirmed_at) return []
    checkFrequency(context, user, CONFIRMATION)
    return [
      await prepareLink(context, session, user, {
        kind: CONFIRMATION,
        mail: 'signup',
        type: 'signup',
        to: email,
        redirectTo,
        pkce: false,
      }),
    ]
  })
  await deliver(context, mails)
  return done()
}
