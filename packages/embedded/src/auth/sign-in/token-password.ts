import { type AuthHandler, inAuth, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { guessed } from '../limits.ts'
import { isBanned, userByEmail } from '../users/users.ts'
import { passwordMatches } from './passwords.ts'
import { issueSession } from './session-issue.ts'

const wrong = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')

/** `POST /token?grant_type=password` (internal/api/token.go, ResourceOwnerPasswordGrant). */
export const passwordGrant: AuthHandler = async (context, call) => {
  const email = text(call.body, 'email').trim().toLowerCase()
  const password = text(call.body, 'password')
  if (email === '') throw invalid('missing email or phone')
  // Counted per account, so that many addresses do not help against one password.
  const check = async () => {
    const known = await inAuth(context, (session) => userByEmail(session, email))
    return (await passwordMatches(password, known?.encrypted_password)) ? known : undefined
  }
  const user = await guessed(context.limits.wrongPasswords, email, check, Boolean)
  if (!user) throw wrong()
  if (isBanned(user, context.now())) throw new AuthError(400, 'user_banned', 'User is banned')
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  return Response.json(await inAuth(context, (session) => issueSession(context, session, call, user.id, 'password')))
}
