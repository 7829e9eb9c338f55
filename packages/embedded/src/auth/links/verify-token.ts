import type { Session } from '../../database/engine.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { confirmChange } from '../users/email-change.ts'
import type { UserRow } from '../users/user-row.ts'
import { confirmUser, isBanned, userByToken } from '../users/users.ts'
import {
  CHANGE_CURRENT,
  CHANGE_NEW,
  CONFIRMATION,
  clearToken,
  LINK_SECONDS,
  PKCE_PREFIX,
  RECOVERY,
  type TokenKind,
} from './one-time-tokens.ts'

type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

/** GoTrue's types and where their tokens are kept; `email` stands for any that signs in (verify.go, verifyTokenHash). */
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

/** A token that was found, its owner locked, and what it was made for. */
export type Proven = { user: UserRow; kind: TokenKind; type: LinkType; hash: string }

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
export async function findLink(context: AuthContext, session: Session, type: string, hash: string): Promise<Proven> {
  if (!isType(type)) throw invalid('Invalid email verification type')
  const proven = hash === '' ? undefined : await byHash(context, session, type, hash)
  if (!proven) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  return proven
}

/** The same for a code that was typed: it belongs to a link of the PKCE flow as well, whose hash carries the prefix. */
export async function findCode(
  context: AuthContext,
  session: Session,
  type: string,
  hash: string,
): Promise<Proven | undefined> {
  if (!isType(type)) throw invalid('Unsupported verification type')
  return (await byHash(context, session, type, hash)) ?? byHash(context, session, type, PKCE_PREFIX + hash)
}

/** Uses the token up. False: the other address of an e-mail change is still to agree. */
export async function useToken(session: Session, { user, kind, hash }: Proven): Promise<boolean> {
  if (kind === CHANGE_NEW || kind === CHANGE_CURRENT) return confirmChange(session, user, hash)
  if (kind === RECOVERY) await clearToken(session, user.id, RECOVERY)
  // A recovery link proves the address as well as a confirmation does.
  if (kind === CONFIRMATION || !user.email_confirmed_at) await confirmUser(session, user)
  return true
}
