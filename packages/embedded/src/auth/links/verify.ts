import type { Session } from '../../database/engine.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { guessed } from '../limits.ts'
import { issueSession, type TokenResponse } from '../sign-in/sessions.ts'
import { refusalOf } from '../sign-in/sign-up-hook.ts'
import { confirmChange } from '../users/user.ts'
import type { UserRow } from '../users/user-row.ts'
import { confirmUser, isBanned, userByToken, validEmail } from '../users/users.ts'
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
} from './link-mails.ts'
import { issueCode } from './pkce.ts'
import { codeTarget, errorTarget, messageTarget, redirectTarget, redirectTo, sessionTarget } from './redirects.ts'

type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

/**
 * GoTrue's types and where their tokens are stored; `email` matches any type that signs in (verify.go,
 * verifyTokenHash).
 */
const KINDS: Record<LinkType | 'email', readonly (readonly [TokenKind, LinkType])[]> = {
  signup: [[CONFIRMATION, 'signup']],
  invite: [[CONFIRMATION, 'invite']],
  recovery: [[RECOVERY, 'recovery']],
  magiclink: [[RECOVERY, 'magiclink']],
  email: [
    [CONFIRMATION, 'signup'],
    [RECOVERY, 'magiclink'],
  ],
  email_change: [
    [CHANGE_NEW, 'email_change'],
    [CHANGE_CURRENT, 'email_change'],
  ],
}

const isType = (type: string): type is keyof typeof KINDS => Object.hasOwn(KINDS, type)

/** A token that was found, with its locked owner and purpose. */
type Proven = { user: UserRow; kind: TokenKind; type: LinkType; hash: string }

async function byHash(
  context: AuthContext,
  session: Session,
  type: keyof typeof KINDS,
  hash: string,
): Promise<Proven | undefined> {
  for (const [kind, resolved] of KINDS[type]) {
    const user = await userByToken(session, kind.column, hash)
    const sentAt = user?.[kind.sentAt]
    if (!user || !sentAt) continue
    if (isBanned(user, context.now())) throw new AuthError(403, 'user_banned', 'User is banned')
    if (context.now().getTime() - new Date(sentAt).getTime() > LINK_SECONDS * 1000) return undefined
    return { user, kind, type: resolved, hash }
  }
  return undefined
}

/** The owner of a link's hash, if it is unused and no older than an hour. */
async function findLink(context: AuthContext, session: Session, type: string, hash: string): Promise<Proven> {
  if (!isType(type)) throw invalid('Invalid email verification type')
  const proven = hash === '' ? undefined : await byHash(context, session, type, hash)
  if (!proven) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  return proven
}

/** The same for a typed code, which may also belong to a PKCE link, whose hash has a prefix. */
async function findCode(
  context: AuthContext,
  session: Session,
  type: string,
  hash: string,
): Promise<Proven | undefined> {
  if (!isType(type)) throw invalid('Unsupported verification type')
  return (await byHash(context, session, type, hash)) ?? byHash(context, session, type, PKCE_PREFIX + hash)
}

/** Consumes the token. False: the other address of an e-mail change has not confirmed yet. */
async function useToken(session: Session, { user, kind, hash }: Proven): Promise<boolean> {
  if (kind === CHANGE_NEW || kind === CHANGE_CURRENT) return confirmChange(session, user, hash)
  if (kind === RECOVERY) await clearToken(session, user.id, RECOVERY)
  // A recovery link also proves ownership of the address.
  if (kind === CONFIRMATION || !user.email_confirmed_at) await confirmUser(session, user)
  return true
}

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

/** The token of a request: the hash of a link, or a code with its e-mail address. */
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

/**
 * `POST /verify`: the code of a mail with its address, or the hash of its link (verifyPost). Rate-limited, because six
 * digits can be guessed.
 */
export const verifyCode: AuthHandler = async (context, call) => {
  const { find, address } = wanted(context, call)
  const attempt = () => verify(context, call, find)
  const outcome = address
    ? await guessed(context.limits.wrongCodes, `code ${address}`, attempt, Boolean)
    : await attempt()
  if (!outcome) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
  return Response.json(outcome === 'half done' ? { msg: HALF_DONE, code: '200' } : outcome)
}
