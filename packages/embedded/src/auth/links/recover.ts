import { type AuthHandler, inAuth, text } from '../auth-context.ts'
import { invalid } from '../auth-error.ts'
import { validEmail } from '../users/email-address.ts'
import { userByEmail } from '../users/users.ts'
import { challengeOf, saveFlow } from './flow-state.ts'
import { RECOVERY } from './one-time-tokens.ts'
import { redirectTarget } from './redirect-url.ts'
import { checkFrequency, deliver, prepareLink } from './send-link.ts'

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
