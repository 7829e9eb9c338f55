import { type AuthHandler, record, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { challengeOf } from '../links/flow-state.ts'
import { redirectTarget } from '../links/redirect-url.ts'
import { deliver } from '../links/send-link.ts'
import { validEmail } from '../users/email-address.ts'
import { userJson } from '../users/user-row.ts'
import { checkStrength, hashPassword } from './passwords.ts'
import { register } from './register.ts'

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
