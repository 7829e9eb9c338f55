import type { Session } from '../../database/engine.ts'
import { type AuthContext, type AuthHandler, inAuth, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { guessedLink } from '../limits.ts'
import { CHANGE_CURRENT, CHANGE_NEW, clearToken, LINK_SECONDS, linkHash, type TokenKind } from '../mails/link-mails.ts'
import type { UserRow } from '../users/user-row.ts'
import { userByLink } from '../users/users.ts'

/** The pending change that a link of one of its two mails belongs to, locked. */
async function pendingChange(
  context: AuthContext,
  session: Session,
  token: string,
): Promise<{ user: UserRow; kind: TokenKind } | undefined> {
  for (const kind of [CHANGE_CURRENT, CHANGE_NEW]) {
    const user = await userByLink(session, kind.column, linkHash(token))
    const sentAt = user?.[kind.sentAt]
    if (!user || !sentAt) continue
    return context.now().getTime() - new Date(sentAt).getTime() > LINK_SECONDS * 1000 ? undefined : { user, kind }
  }
  return undefined
}

type Stopped = { sessions_ended: boolean }

async function stop(context: AuthContext, session: Session, token: string): Promise<Stopped | undefined> {
  const pending = await pendingChange(context, session, token)
  if (!pending) return undefined
  const { user, kind } = pending
  await session.query(
    `update auth.users set email_change = '', email_change_confirm_status = 0, updated_at = now() where id = $1`,
    [user.id],
  )
  await clearToken(session, user.id, CHANGE_CURRENT)
  await clearToken(session, user.id, CHANGE_NEW)
  // Who reads the account's mails and did not ask for this has somebody else in the account.
  const isOwner = kind === CHANGE_CURRENT
  if (isOwner) await session.query('delete from auth.sessions where user_id = $1', [user.id])
  return { sessions_ended: isOwner }
}

/**
 * `POST /email_change/stop`, which GoTrue does not have: the link of either mail of a change of address ends the change
 * instead of confirming it; that of the account's own address also ends every session. Needs no session.
 */
export const stopChange: AuthHandler = async (context, call) => {
  const token = text(call.body, 'token_hash')
  if (token === '') throw invalid('Stopping a change requires a token hash')
  const stopped = await guessedLink(context.limits, call.address, () =>
    inAuth(context, (session) => stop(context, session, token)),
  )
  if (!stopped) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  return Response.json(stopped)
}
