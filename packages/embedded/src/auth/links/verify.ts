import type { Session } from '../../database/engine.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { guessed } from '../limits.ts'
import { issueSession, type TokenResponse } from '../sign-in/session-issue.ts'
import { refusalOf } from '../sign-up-hook.ts'
import { validEmail } from '../users/email-address.ts'
import { issueCode } from './flow-state.ts'
import { PKCE_PREFIX, tokenHash } from './one-time-tokens.ts'
import { redirectTarget } from './redirect-url.ts'
import { codeTarget, errorTarget, messageTarget, redirectTo, sessionTarget } from './verify-redirect.ts'
import { findCode, findLink, type Proven, useToken } from './verify-token.ts'

const HALF_DONE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

async function followLink(
  context: AuthContext,
  call: AuthCall,
  hash: string,
  type: string,
  target: string,
): Promise<string> {
  const pkce = hash.startsWith(PKCE_PREFIX)
  return inAuth(context, async (session) => {
    const proven = await findLink(context, session, type, hash)
    if (!(await useToken(session, proven))) return messageTarget(HALF_DONE, target, pkce)
    const { user, type: made } = proven
    if (pkce) return codeTarget(await issueCode(session, user.id, made === 'signup' ? 'email/signup' : made), target)
    return sessionTarget(await issueSession(context, session, call, user.id, 'otp'), target, made)
  })
}

/** `GET /verify`: the link of a mail. Always leads back to the site, with a session, a code or an error (verifyGet). */
export const verifyLink: AuthHandler = async (context, call) => {
  const query = call.url.searchParams
  const target = redirectTarget(query.get('redirect_to'), context.siteUrl)
  const hash = query.get('token') ?? ''
  const type = query.get('type') ?? ''
  try {
    if (type === '') throw invalid('Verify requires a verification type')
    if (hash === '') throw invalid('Verify requires a token or a token hash')
    return redirectTo(await followLink(context, call, hash, type, target))
  } catch (thrown) {
    const error = refusalOf(context, thrown) ?? thrown
    if (!(error instanceof AuthError)) throw error
    return redirectTo(errorTarget(error, target, hash.startsWith(PKCE_PREFIX)))
  }
}

type Found = (session: Session) => Promise<Proven | undefined>

/** What a request names: the hash of a link, or a code with the address it was sent to. */
function wanted(context: AuthContext, call: AuthCall): { find: Found; address?: string } {
  const [type, code, hash] = [text(call.body, 'type'), text(call.body, 'token'), text(call.body, 'token_hash')]
  const [email, phone] = [text(call.body, 'email'), text(call.body, 'phone')]
  if (type === '') throw invalid('Verify requires a verification type')
  if ((code === '') === (hash === '')) throw invalid('Verify requires either a token or a token hash')
  if (hash !== '') {
    if (email !== '' || phone !== '') throw invalid('Only the token_hash and type should be provided')
    return { find: (session) => findLink(context, session, type, hash) }
  }
  if (email === '' || phone !== '') throw invalid('Only an email address or phone number should be provided on verify')
  const address = validEmail(email)
  return { address, find: (session) => findCode(context, session, type, tokenHash(address, code.replaceAll('-', ''))) }
}

type Outcome = TokenResponse | 'half done' | undefined

async function verify(context: AuthContext, call: AuthCall, find: Found): Promise<Outcome> {
  return inAuth(context, async (session) => {
    const proven = await find(session)
    if (!proven) return undefined
    if (!(await useToken(session, proven))) return 'half done'
    return issueSession(context, session, call, proven.user.id, 'otp')
  })
}

/** `POST /verify`: the code of a mail with its address, or the hash of its link (verifyPost). Six digits can be guessed. */
export const verifyCode: AuthHandler = async (context, call) => {
  const { find, address } = wanted(context, call)
  const attempt = () => verify(context, call, find)
  const outcome = address
    ? await guessed(context.limits.wrongCodes, `code ${address}`, attempt, Boolean)
    : await attempt()
  if (!outcome) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
  return Response.json(outcome === 'half done' ? { msg: HALF_DONE, code: '200' } : outcome)
}
