import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import { problemOf } from '../../mailbox/mail-problem.ts'
import type { MailKind } from '../../mailbox/mail-templates.ts'
import type { OutgoingMail } from '../../mailbox/mailbox.ts'
import { words } from '../../words.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, tooManyMails } from '../auth-error.ts'
import type { UserRow } from '../users/user-row.ts'
import type { TokenColumn } from '../users/users.ts'

/** GOTRUE_MAILER_OTP_EXP, seconds. */
export const LINK_SECONDS = 3600
/** GoTrue gives code and link the same time. A code can be guessed, a link cannot (docs/decisions/031-links-and-codes.md). */
export const CODE_SECONDS = 900
export const PKCE_PREFIX = 'pkce_'
const LINK_BYTES = 32

/** Six-digit code that a mail may contain in addition to its link. */
export const newOtp = () => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** What is stored of a code (internal/crypto/crypto.go, GenerateTokenHash). Worth nothing as a link. */
export const codeHash = (email: string, otp: string) =>
  createHash('sha224')
    .update(email + otp)
    .digest('hex')

/**
 * The secret of a link, `{{ .TokenHash }}` in mails and `token_hash` on the wire. GoTrue makes it from address and code,
 * so trying a million codes finds it; this one is random and independent of the code.
 */
const newLinkToken = (pkce: boolean) => `${pkce ? PKCE_PREFIX : ''}${randomBytes(LINK_BYTES).toString('hex')}`

/** What is stored of a link: a copy of the database opens no account. */
export const linkHash = (token: string) => createHash('sha256').update(token).digest('hex')

export type TokenKind = {
  column: TokenColumn
  sentAt: 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at' | 'reauthentication_sent_at'
}

export const CONFIRMATION: TokenKind = { column: 'confirmation_token', sentAt: 'confirmation_sent_at' }
export const RECOVERY: TokenKind = { column: 'recovery_token', sentAt: 'recovery_sent_at' }
export const CHANGE_NEW: TokenKind = { column: 'email_change_token_new', sentAt: 'email_change_sent_at' }
export const CHANGE_CURRENT: TokenKind = { column: 'email_change_token_current', sentAt: 'email_change_sent_at' }
export const REAUTHENTICATION: TokenKind = { column: 'reauthentication_token', sentAt: 'reauthentication_sent_at' }

/**
 * Stores the hash of a link in the user's row and that of a code in auth.one_time_tokens. GoTrue writes one hash to both
 * places. A newer mail of the kind replaces both.
 */
export async function storeToken(
  session: Session,
  userId: string,
  kind: TokenKind,
  hashes: { link: string; code: string },
  relatesTo: string,
): Promise<void> {
  await session.query(
    `update auth.users set ${kind.column} = $2, ${kind.sentAt} = now(), updated_at = now() where id = $1`,
    [userId, hashes.link],
  )
  await session.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [userId, kind.column])
  await session.query(
    'insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) values ($1, $2, $3, $4, $5)',
    [randomUUID(), userId, kind.column, hashes.code, relatesTo],
  )
}

export async function clearToken(session: Session, userId: string, kind: TokenKind): Promise<void> {
  await session.query(`update auth.users set ${kind.column} = '', updated_at = now() where id = $1`, [userId])
  await session.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [userId, kind.column])
}

/**
 * One mail of a kind per account and minute (internal/api/mail.go, validateSentWithinFrequencyLimit). `askForMails`
 * counts the same by address, known or not; this is by account.
 */
export function checkFrequency(context: AuthContext, user: UserRow, kind: TokenKind): void {
  const sentAt = user[kind.sentAt]
  if (!sentAt) return
  const left = Math.ceil(context.limits.mailEvery - (context.now().getTime() - new Date(sentAt).getTime()) / 1000)
  if (left > 0) throw tooManyMails(`For security purposes, you can only request this after ${left} seconds.`, left)
}

/** `type` is GoTrue's verification type and also the name of the mail template. */
type LinkMail = { kind: TokenKind; type: MailKind; to: string; redirectTo: string; pkce: boolean }

/**
 * Queues a mail in the transaction that stores its secret, if it has one. `otp`: a mail with a code is not sent any more
 * when that has expired, though its link may be good for longer.
 */
export async function queueMail(
  context: AuthContext,
  session: Session,
  { userId, kind, mail, otp }: { userId: string; kind?: TokenKind; mail: OutgoingMail; otp?: string },
): Promise<OutgoingMail> {
  const validSeconds = otp !== undefined && mail.text.includes(otp) ? CODE_SECONDS : LINK_SECONDS
  await context.post.put(session, { mail, userId, secret: kind?.column, validSeconds })
  return mail
}

/** `token`: the link's secret, which clients prove as `token_hash`. */
export type PreparedLink = { mail: OutgoingMail; otp: string; token: string; url: string }

/** Stores a new token and returns its link, for the caller to send. */
export async function storeLink(
  context: AuthContext,
  session: Session,
  user: UserRow,
  link: LinkMail,
): Promise<PreparedLink> {
  const otp = newOtp()
  const token = newLinkToken(link.pkce)
  await storeToken(session, user.id, link.kind, { link: linkHash(token), code: codeHash(link.to, otp) }, link.to)
  const query = new URLSearchParams({ token, type: link.type, redirect_to: link.redirectTo })
  const url = `${context.siteUrl}/auth/v1/verify?${query}`
  const mail = context.accountMail(link.type, link.to, {
    SiteURL: context.siteUrl,
    ConfirmationURL: url,
    Token: otp,
    TokenHash: token,
    Email: user.email ?? '',
    NewEmail: user.email_change ?? '',
    SendingTo: link.to,
    RedirectTo: link.redirectTo,
  })
  return { mail, otp, token, url }
}

/** Stores a new token and queues its mail, which `askForMails` has counted, to be delivered after the commit. */
export async function prepareLink(
  context: AuthContext,
  session: Session,
  user: UserRow,
  link: LinkMail,
): Promise<OutgoingMail> {
  const { mail, otp } = await storeLink(context, session, user, link)
  return queueMail(context, session, { userId: user.id, kind: link.kind, mail, otp })
}

/** To be called after the commit. A mail server that is slow or away delays no answer: its mails are queued. */
export async function deliver(context: AuthContext, mails: readonly OutgoingMail[]): Promise<void> {
  try {
    await context.post.committed(mails)
  } catch (error) {
    context.log(words.log.mailNotStored(problemOf(error)), 'error')
    throw new AuthError(500, 'unexpected_failure', 'Error sending confirmation email')
  }
}
