import type { Session } from '../../database/engine.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { guessed, guessedLink } from '../limits.ts'
import { confirmChange } from '../mails/address-change.ts'
import {
  CHANGE_CURRENT,
  CHANGE_NEW,
  CODE_SECONDS,
  CONFIRMATION,
  clearToken,
  codeHash,
  LINK_SECONDS,
  linkHash,
  PKCE_PREFIX,
  RECOVERY,
  type TokenKind,
} from '../mails/link-mails.ts'
import { notifyOwner } from '../mails/notifications.ts'
import { issueCode } from '../mails/pkce-flow.ts'
import {
  codeTarget,
  errorTarget,
  messageTarget,
  redirectTarget,
  redirectTo,
  sessionTarget,
} from '../mails/redirects.ts'
import { issueSession, type TokenResponse } from '../sessions/sessions.ts'
import { refusalOf } from '../sign-up-hook.ts'
import { takeOverByMail } from '../users/identities.ts'
import type { UserRow } from '../users/user-row.ts'
import { confirmUser, isBanned, userByCode, userById, userByLink, validEmail } from '../users/users.ts'
import { isTypedHere } from '../users/waiting-passwords.ts'
import { hasConfirmed, rememberUsedLink } from './used-links.ts'

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
type Proven = { user: UserRow; kind: TokenKind; type: LinkType }
/** How a token is looked up: by the hash of a link, or of a code. */
type Lookup = { by: typeof userByLink; hash: string; seconds: number }

/** The owner of an unused token that is not too old. */
async function findToken(
  context: AuthContext,
  session: Session,
  type: keyof typeof KINDS,
  { by, hash, seconds }: Lookup,
): Promise<Proven | undefined> {
  for (const [kind, resolved] of KINDS[type]) {
    const user = await by(session, kind.column, hash)
    const sentAt = user?.[kind.sentAt]
    if (!user || !sentAt) continue
    if (isBanned(user, context.now())) throw new AuthError(403, 'user_banned', 'User is banned')
    if (context.now().getTime() - new Date(sentAt).getTime() > seconds * 1000) return undefined
    return { user, kind, type: resolved }
  }
  return undefined
}

async function findLink(
  context: AuthContext,
  session: Session,
  type: string,
  token: string,
): Promise<Proven | undefined> {
  if (!isType(type)) throw invalid('Invalid email verification type')
  return findToken(context, session, type, { by: userByLink, hash: linkHash(token), seconds: LINK_SECONDS })
}

async function findCode(
  context: AuthContext,
  session: Session,
  type: string,
  hash: string,
): Promise<Proven | undefined> {
  if (!isType(type)) throw invalid('Unsupported verification type')
  return findToken(context, session, type, { by: userByCode, hash, seconds: CODE_SECONDS })
}

/**
 * An address is confirmed by whoever reads its mails, who need not be who signed up with it: unless the confirmation comes
 * from the browser of the sign-up, password and providers that were there before are dropped.
 */
async function dropUnproven(context: AuthContext, session: Session, user: UserRow, verifier: string): Promise<void> {
  const isTyped = await isTypedHere(session, user.id, verifier)
  if (isTyped || !context.signUp.provePasswords) return
  const isEmpty = !user.encrypted_password && user.identities.every(({ provider }) => provider === 'email')
  if (!isEmpty) await takeOverByMail(session, user, { passwordHash: '', userMetadata: {} })
}

/** Consumes the token. False: the other address of an e-mail change has not confirmed yet. */
async function useToken(context: AuthContext, session: Session, proven: Proven, verifier: string): Promise<boolean> {
  const { user, kind } = proven
  if (kind === CHANGE_NEW || kind === CHANGE_CURRENT) {
    const isChanged = await confirmChange(session, user, kind)
    // To the address that is none any more: `user` is the row before.
    if (isChanged) notifyOwner(context, user, 'email_changed')
    return isChanged
  }
  if (kind === RECOVERY) await clearToken(session, user.id, RECOVERY)
  if (kind !== CONFIRMATION && user.email_confirmed_at) return true
  // A recovery link also proves ownership of the address, and was not asked for with a password.
  if (kind !== CONFIRMATION) await takeOverByMail(session, user, { passwordHash: '', userMetadata: {} })
  if (kind === CONFIRMATION) await dropUnproven(context, session, user, verifier)
  if (kind === CONFIRMATION && user.confirmation_token)
    await rememberUsedLink(session, user.id, user.confirmation_token)
  await confirmUser(session, user)
  return true
}

const HALF_DONE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Where the link leads; undefined: there is no such link any more. */
async function followLink(
  context: AuthContext,
  call: AuthCall,
  token: string,
  type: string,
  target: string,
): Promise<string | undefined> {
  const pkce = token.startsWith(PKCE_PREFIX)
  return inAuth(context, async (session) => {
    const proven = await findLink(context, session, type, token)
    if (!proven) return undefined
    // The browser that asked has the verifier, and none comes with a link.
    if (!(await useToken(context, session, proven, ''))) return messageTarget(HALF_DONE, target, pkce)
    const { user, type: made } = proven
    if (pkce) return codeTarget(await issueCode(session, user.id, made === 'signup' ? 'email/signup' : made), target)
    return sessionTarget(await issueSession(context, session, call, user.id, 'otp'), target, made)
  })
}

/** `GET /verify`: the link of a mail. Always leads back to the site, with a session, a code or an error (verifyGet). */
export const verifyLink: AuthHandler = async (context, call) => {
  const query = call.url.searchParams
  const target = redirectTarget(query.get('redirect_to'), context.siteUrl)
  const token = query.get('token') ?? ''
  const type = query.get('type') ?? ''
  try {
    if (type === '') throw invalid('Verify requires a verification type')
    if (token === '') throw invalid('Verify requires a token or a token hash')
    const follow = () => followLink(context, call, token, type, target)
    const location = await guessedLink(context.limits, call.address, follow)
    if (!location) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
    return redirectTo(location)
  } catch (thrown) {
    const error = refusalOf(context, thrown) ?? thrown
    if (!(error instanceof AuthError)) throw error
    return redirectTo(errorTarget(error, target, token.startsWith(PKCE_PREFIX)))
  }
}

type Found = (session: Session) => Promise<Proven | undefined>

/** The token of a request: that of a link, or a code with its e-mail address. */
function wanted(context: AuthContext, call: AuthCall): { find: Found; address?: string } {
  const [type, code, token] = [text(call.body, 'type'), text(call.body, 'token'), text(call.body, 'token_hash')]
  const [email, phone] = [text(call.body, 'email'), text(call.body, 'phone')]
  if (type === '') throw invalid('Verify requires a verification type')
  if ((code === '') === (token === '')) throw invalid('Verify requires either a token or a token hash')
  if (token !== '') {
    if (email !== '' || phone !== '') throw invalid('Only the token_hash and type should be provided')
    return { find: (session) => findLink(context, session, type, token) }
  }
  if (email === '' || phone !== '') throw invalid('Only an email address or phone number should be provided on verify')
  const address = validEmail(email)
  return { address, find: (session) => findCode(context, session, type, codeHash(address, code.replaceAll('-', ''))) }
}

/** `password_missing`: the account has no password, or not any more; its owner may want one. Not in GoTrue's answer. */
type Outcome = (TokenResponse & { password_missing?: true }) | 'half done' | undefined

async function verify(context: AuthContext, call: AuthCall, find: Found): Promise<Outcome> {
  return inAuth(context, async (session) => {
    const proven = await find(session)
    if (!proven) return undefined
    if (!(await useToken(context, session, proven, text(call.body, 'code_verifier')))) return 'half done'
    const token = await issueSession(context, session, call, proven.user.id, 'otp')
    const user = await userById(session, proven.user.id)
    return user?.encrypted_password ? token : { ...token, password_missing: true as const }
  })
}

/** Only who holds the link that confirmed an address learns that it is confirmed. */
async function refuseUsedLink(context: AuthContext, token: string): Promise<void> {
  if (await inAuth(context, (session) => hasConfirmed(session, linkHash(token))))
    throw new AuthError(403, 'email_already_confirmed', 'Email link has been used, and the address is confirmed')
}

/**
 * `POST /verify`: the code of a mail with its address, or the token of its link (verifyPost). Codes are counted per
 * account, whatever network they come from, because six digits can be guessed; links per network.
 */
export const verifyCode: AuthHandler = async (context, call) => {
  const { find, address } = wanted(context, call)
  const attempt = () => verify(context, call, find)
  const outcome = address
    ? await guessed(context.limits.wrongCodes, `code ${address}`, attempt, Boolean)
    : await guessedLink(context.limits, call.address, attempt)
  if (outcome) return Response.json(outcome === 'half done' ? { msg: HALF_DONE, code: '200' } : outcome)
  if (address) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
  await refuseUsedLink(context, text(call.body, 'token_hash'))
  throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
}
