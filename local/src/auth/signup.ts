import { randomUUID } from 'node:crypto'
import { type AuthHandler, inAuth, record, text } from './auth-context.ts'
import { AuthError, invalid } from './auth-error.ts'
import { challengeOf, saveFlow } from './flow-state.ts'
import { CONFIRMATION } from './one-time-tokens.ts'
import { checkStrength, hashPassword } from './passwords.ts'
import { redirectTarget } from './redirect-url.ts'
import { checkFrequency, deliver, prepareLink } from './send-link.ts'
import { type UserJson, userJson } from './user-row.ts'
import { createUser, userByEmail, validEmail } from './users.ts'

/** What a stranger is told about an address that has an account: a made-up user without identities (sanitizeUser). */
function obfuscated(email: string, data: Record<string, unknown>, now: Date): UserJson {
  const at = now.toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  } as UserJson
}

/** `POST /signup`: makes an unconfirmed account and mails its link (internal/api/signup.go). No session before that. */
export const signup: AuthHandler = async (context, call) => {
  if (text(call.body, 'email') === '')
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const email = validEmail(text(call.body, 'email'))
  const password = text(call.body, 'password')
  if (password === '') throw invalid('Signup requires a valid password')
  checkStrength(password)
  const challenge = challengeOf(call.body)
  const data = record(call.body.data)
  const redirectTo = redirectTarget(call.url.searchParams.get('redirect_to'), context.siteUrl)
  // Hashed in any case: the answer takes as long for an address that is taken.
  const passwordHash = await hashPassword(password)

  const result = await inAuth(context, async (session) => {
    const known = await userByEmail(session, email)
    if (known?.email_confirmed_at) return undefined
    if (known) checkFrequency(context, known, CONFIRMATION)
    // An unconfirmed account keeps its first password: nobody has proven whose address it is.
    const user = known ?? (await createUser(session, { email, passwordHash, userMetadata: data }))
    if (challenge) await saveFlow(session, user.id, 'email/signup', challenge)
    const link = {
      kind: CONFIRMATION,
      mail: 'signup',
      type: 'signup',
      to: email,
      redirectTo,
      pkce: challenge !== undefined,
    } as const
    const mail = await prepareLink(context, session, user, link)
    return { mail, user: (await userByEmail(session, email)) ?? user }
  })
  if (!result) return Response.json(obfuscated(email, data, context.now()))
  await deliver(context, [result.mail])
  return Response.json(userJson(result.user))
}
