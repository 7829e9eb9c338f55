import { randomBytes } from 'node:crypto'
import type { Session } from '../../database/engine.ts'

/** As long as a UUID is hard to guess; the row is found by it, so it is kept as it is (GoTrue does the same). */
const newRefreshToken = () => randomBytes(18).toString('base64url')

/** A fresh token of a session. `parent` is the one it replaces; without one it begins a family. */
export async function addRefreshToken(
  session: Session,
  userId: string,
  sessionId: string,
  parent?: string,
): Promise<string> {
  const token = newRefreshToken()
  await session.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, session_id, revoked, parent, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, false, $4, now(), now())`,
    [token, userId, sessionId, parent ?? null],
  )
  return token
}

/** The next token of a family; the old one is kept as revoked, so that its reuse is noticed. */
export async function swapRefreshToken(
  session: Session,
  userId: string,
  old: { id: string; token: string; session_id: string },
): Promise<string> {
  await session.query('update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1', [old.id])
  return addRefreshToken(session, userId, old.session_id, old.token)
}

/**
 * Begins the family of a session anew: no earlier token leads to what the session has become. After a second factor a
 * token stolen before it must not be worth aal2 (GoTrue leaps its counter by two for the same reason).
 */
export async function renewRefreshToken(session: Session, userId: string, sessionId: string): Promise<string> {
  await session.query('delete from auth.refresh_tokens where session_id = $1', [sessionId])
  return addRefreshToken(session, userId, sessionId)
}
