import type { Session } from '../database/engine.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, text } from './auth-context.ts'
import { AuthError, invalid } from './auth-error.ts'
import { confirmChange } from './email-change.ts'
import { issueCode } from './flow-state.ts'
import {
  CHANGE_CURRENT,
  CHANGE_NEW,
  CONFIRMATION,
  clearToken,
  LINK_SECONDS,
  PKCE_PREFIX,
  RECOVERY,
  type TokenKind,
  tokenHash,
} from './one-time-tokens.ts'
import { redirectTarget } from './redirect-url.ts'
import { issueSession, type TokenResponse } from './session-issue.ts'
import type { UserRow } from './user-row.ts'
import { confirmUser, isBanned, userByToken } from './users.ts'

/** GoTrue's types of links and, for the code typed from a mail, `email` for any that signs in. */
const KINDS: Record<string, readonly TokenKind[]> = {
  signup: [CONFIRMATION],
  invite: [CONFIRMATION],
  recovery: [RECOVERY],
  magiclink: [RECOVERY],
  email: [CONFIRMATION, RECOVERY],
  email_change: [CHANGE_NEW, CHANGE_CURRENT],
}
const METHODS: Record<string, string> = {
  signup: 'email/signup',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
  invite: 'invite',
}

const HALF_DONE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const expiredLink = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')

type Proven = { user: UserRow; kind: TokenKind }

async function find(context: AuthContext, session: Session, type: string, hash: string): Promise<Proven> {
  const kinds = KINDS[type]
  if (!kinds) throw invalid('Invalid email verification type')
  for (const kind of hash === '' ? [] : kinds) {
    const user = await userByToken(session, kind.column, hash)
    const sentAt = user?.[kind.sentAt]
    if (!user || !sentAt) continue
    if (isBanned(user, context.now())) throw new AuthError(403, 'user_banned', 'User is banned')
    if (context.now().getTime() - new Date(sentAt).getTime() > LINK_SECONDS * 1000) throw expiredLink()
    return { user, kind }
  }
  throw expiredLink()
}

/** Uses the token up. False: the other address of an e-mail change is still to agree. */
async function use(session: Session, { user, kind }: Proven, hash: string): Promise<boolean> {
  if (kind === CHANGE_NEW || kind === CHANGE_CURRENT) return confirmChange(session, user, hash)
  if (kind === RECOVERY) await clearToken(session, user.id, RECOVERY)
  // A recovery link proves the address as well as a confirmation does.
  if (kind === CONFIRMATION || !user.email_confirmed_at) await confirmUser(session, user)
  return true
}

const to = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })

function withFragment(target: string, values: Record<string, string>, alsoQuery: boolean): string {
  const url = new URL(target)
  const query = new URLSearchParams(values)
  if (alsoQuery) url.search = query.toString()
  url.hash = query.toString()
  return url.href
}

const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

function errorTarget(error: AuthError, target: string, pkce: boolean): string {
  const kind = OAUTH_ERRORS[error.status]
  return withFragment(
    target,
    { ...(kind ? { error: kind } : {}), error_code: error.code, error_description: error.message },
    pkce,
  )
}

function sessionTarget(token: TokenResponse, target: string, type: string): string {
  return withFragment(
    target,
    {
      access_token: token.access_token,
      expires_at: String(token.expires_at),
      expires_in: String(token.expires_in),
      refresh_token: token.refresh_token,
      token_type: token.token_type,
      type,
    },
    false,
  )
}

function codeTarget(code: string, target: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}

async function followLink(
  context: AuthContext,
  call: AuthCall,
  hash: string,
  type: string,
  target: string,
): Promise<string> {
  return inAuth(context, async (session) => {
    const proven = await find(context, session, type, hash)
    if (!(await use(session, proven, hash)))
      return withFragment(target, { message: HALF_DONE }, hash.startsWith(PKCE_PREFIX))
    if (hash.startsWith(PKCE_PREFIX))
      return codeTarget(await issueCode(session, proven.user.id, METHODS[type] ?? type), target)
    return sessionTarget(await issueSession(context, session, call, proven.user.id, 'otp'), target, type)
  })
}

/** `GET /verify`: the link of a mail. Always leads back to the site, with a session, a code or an error (verifyGet). */
export const verifyLink: AuthHandler = async (context, call) => {
  const query = call.url.searchParams
  const target = redirectTarget(query.get('redirect_to'), context.siteUrl)
  const hash = query.get('token') ?? ''
  const type = query.get('type') ?? ''
  try {
    if (hash === '') throw invalid('Verify requires a token')
    if (type === '') throw invalid('Verify requires a verification type')
    return to(await followLink(context, call, hash, type, target))
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return to(errorTarget(error, target, hash.startsWith(PKCE_PREFIX)))
  }
}

/** `POST /verify`: the code of a mail with its address, or the hash of its link (verifyPost). */
export const verifyCode: AuthHandler = async (context, call) => {
  const type = text(call.body, 'type')
  const given = text(call.body, 'token')
  const email = text(call.body, 'email').trim().toLowerCase()
  const hashGiven = text(call.body, 'token_hash')
  if (type === '') throw invalid('Verify requires a verification type')
  if (hashGiven === '' && (given === '' || email === ''))
    throw invalid('Verify requires either a token or a token hash')
  const token = await inAuth(context, async (session) => {
    const plain = hashGiven || tokenHash(email, given.replaceAll('-', ''))
    const proven = await findEither(context, session, type, plain, hashGiven === '')
    if (!(await use(session, proven.proven, proven.hash))) return undefined
    return issueSession(context, session, call, proven.proven.user.id, 'otp')
  })
  return token ? Response.json(token) : Response.json({ msg: HALF_DONE, code: '200' })
}

/** A typed code also belongs to a link made for PKCE, whose hash carries the prefix. */
async function findEither(
  context: AuthContext,
  session: Session,
  type: string,
  hash: string,
  typed: boolean,
): Promise<{ proven: Proven; hash: string }> {
  const hashes = typed ? [hash, PKCE_PREFIX + hash] : [hash]
  for (const candidate of hashes) {
    try {
      return { proven: await find(context, session, type, candidate), hash: candidate }
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== 'otp_expired') throw error
    }
  }
  throw new AuthError(
    403,
    'otp_expired',
    typed ? 'Token has expired or is invalid' : 'Email link is invalid or has expired',
  )
}
