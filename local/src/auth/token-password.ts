import { type AuthHandler, inAuth, text } from './auth-context.ts'
import { AuthError, invalid, tooMany } from './auth-error.ts'
import { passwordMatches } from './passwords.ts'
import { issueSession } from './session-issue.ts'
import { isBanned, userByEmail } from './users.ts'

const wrong = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')

/** `POST /token?grant_type=password` (internal/api/token.go, ResourceOwnerPasswordGrant). */
export const passwordGrant: AuthHandler = async (context, call) => {
  const email = text(call.body, 'email').trim().toLowerCase()
  const password = text(call.body, 'password')
  if (email === '') throw invalid('missing email or phone')
  // Counted per account, so that many addresses do not help against one password.
  const wait = context.limits.wrongPasswords.peek(email)
  if (wait > 0) throw tooMany(wait)

  const user = await inAuth(context, (session) => userByEmail(session, email))
  const matches = await passwordMatches(password, user?.encrypted_password)
  if (!user || !matches) {
    context.limits.wrongPasswords.take(email)
    throw wrong()
  }
  if (isBanned(user, context.now())) throw new AuthError(400, 'user_banned', 'User is banned')
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  return Response.json(await inAuth(context, (session) => issueSession(context, session, call, user.id, 'password')))
}
