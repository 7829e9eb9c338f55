import type { Session } from '../../database/engine.ts'
import type { OutgoingMail } from '../../mailbox/mail-transport.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, tooManyMails } from '../auth-error.ts'
import type { UserRow } from '../users/user-row.ts'
import type { MailKind } from './account-mail.ts'
import { newOtp, PKCE_PREFIX, storeToken, type TokenKind, tokenHash } from './one-time-tokens.ts'

/** One mail of a kind per account and minute (internal/api/mail.go, validateSentWithinFrequencyLimit). */
export function checkFrequency(context: AuthContext, user: UserRow, kind: TokenKind): void {
  const sentAt = user[kind.sentAt]
  if (!sentAt) return
  const left = Math.ceil(context.limits.mailEvery - (context.now().getTime() - new Date(sentAt).getTime()) / 1000)
  if (left > 0) throw tooManyMails(`For security purposes, you can only request this after ${left} seconds.`, left)
}

/** `type` is GoTrue's type of verification and names the mail's template as well. */
export type LinkMail = { kind: TokenKind; type: MailKind; to: string; redirectTo: string; pkce: boolean }

/** Fails when the installation has sent its mails of this hour; nothing of the request is kept then. */
export function takeMail(context: AuthContext): void {
  const wait = context.limits.mails.take('all')
  if (wait > 0) throw tooManyMails('email rate limit exceeded', wait)
}

export type PreparedLink = { mail: OutgoingMail; otp: string; hash: string; url: string }

/** Stores a fresh token and makes the link that carries it, for whoever sends it. */
export async function storeLink(
  context: AuthContext,
  session: Session,
  user: UserRow,
  link: LinkMail,
): Promise<PreparedLink> {
  const otp = newOtp()
  const hash = `${link.pkce ? PKCE_PREFIX : ''}${tokenHash(link.to, otp)}`
  await storeToken(session, user.id, link.kind, hash, link.to)
  const query = new URLSearchParams({ token: hash, type: link.type, redirect_to: link.redirectTo })
  const url = `${context.siteUrl}/auth/v1/verify?${query}`
  const mail = context.accountMail(link.type, link.to, {
    SiteURL: context.siteUrl,
    ConfirmationURL: url,
    Token: otp,
    TokenHash: hash,
    Email: user.email ?? '',
    NewEmail: user.email_change ?? '',
    SendingTo: link.to,
    RedirectTo: link.redirectTo,
  })
  return { mail, otp, hash, url }
}

/** Stores a fresh token and writes the mail that carries it. To be sent once the transaction is committed. */
export async function prepareLink(
  context: AuthContext,
  session: Session,
  user: UserRow,
  link: LinkMail,
): Promise<OutgoingMail> {
  takeMail(context)
  return (await storeLink(context, session, user, link)).mail
}

/** What kind of trouble a mail server made. Its own words may hold the address. */
function troubleOf(error: unknown): string {
  const read = (name: string) => (error instanceof Error ? Reflect.get(error, name) : undefined)
  return [read('code'), read('responseCode')].filter(Boolean).join(' ') || 'unbekannter Fehler'
}

/** Sends outside every transaction: a slow mail server must hold no session of the database. */
export async function deliver(context: AuthContext, mails: readonly OutgoingMail[]): Promise<void> {
  for (const mail of mails) {
    try {
      await context.sendMail(mail)
    } catch (error) {
      context.log(`Mail ließ sich nicht senden: ${troubleOf(error)}`)
      throw new AuthError(500, 'unexpected_failure', 'Error sending confirmation email')
    }
  }
}
