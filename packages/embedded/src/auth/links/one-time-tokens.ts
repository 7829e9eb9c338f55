import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import type { TokenColumn } from '../users/users.ts'

/** GOTRUE_MAILER_OTP_EXP, seconds. */
export const LINK_SECONDS = 3600
export const PKCE_PREFIX = 'pkce_'

/** The six digits a mail may name beside its link. */
export const newOtp = () => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** What is stored and what a link carries (internal/crypto/crypto.go, GenerateTokenHash). */
export const tokenHash = (email: string, otp: string) =>
  createHash('sha224')
    .update(email + otp)
    .digest('hex')

export type TokenKind = {
  column: TokenColumn
  sentAt: 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at' | 'reauthentication_sent_at'
}

export const CONFIRMATION: TokenKind = { column: 'confirmation_token', sentAt: 'confirmation_sent_at' }
export const RECOVERY: TokenKind = { column: 'recovery_token', sentAt: 'recovery_sent_at' }
export const CHANGE_NEW: TokenKind = { column: 'email_change_token_new', sentAt: 'email_change_sent_at' }
export const CHANGE_CURRENT: TokenKind = { column: 'email_change_token_current', sentAt: 'email_change_sent_at' }
export const REAUTHENTICATION: TokenKind = { column: 'reauthentication_token', sentAt: 'reauthentication_sent_at' }

/** Stores a token in the user's row and in auth.one_time_tokens, as GoTrue keeps both. A newer one replaces it. */
export async function storeToken(
  session: Session,
  userId: string,
  kind: TokenKind,
  hash: string,
  relatesTo: string,
): Promise<void> {
  await session.query(
    `update auth.users set ${kind.column} = $2, ${kind.sentAt} = now(), updated_at = now() where id = $1`,
    [userId, hash],
  )
  await session.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [userId, kind.column])
  await session.query(
    'insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) values ($1, $2, $3, $4, $5)',
    [randomUUID(), userId, kind.column, hash, relatesTo],
  )
}

export async function clearToken(session: Session, userId: string, kind: TokenKind): Promise<void> {
  await session.query(`update auth.users set ${kind.column} = '', updated_at = now() where id = $1`, [userId])
  await session.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [userId, kind.column])
}
