import type { Session } from '../database/engine.ts'
import type { OutgoingMail } from '../mail-transport.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError, tooManyMails } from './auth-error.ts'
import { accountMail, type MailKind } from './mail-texts.ts'
import { newOtp, PKCE_PREFIX, storeToken, type TokenKind, tokenHash } from './one-time-tokens.ts'
import type { UserRow } from './user-row.ts'

/** One mail of a kind per account and minute (internal/api/mail.go, validateSentWithinFrequencyLimit). */
export function checkFrequency(context: AuthContext, user: UserRow, kind: TokenKind): void {
  const sentAt = user[kind.sentAt]
  if (!sentAt) return
  const left = Math.ceil(context.limits.mailEvery - (context.now().getTime() - new Date(sentAt).getTime()) / 1000)
  if (left > 0) throw tooManyMails(`For security purposes, you can only request this after ${left} seconds.`, left)
}

export type LinkMail = { kind: TokenKind; mail: MailKind; type: string; to: string; redirectTo: string; pkce: boolean }

/** Stores a fresh token and writes the mail that carries it. To be sent once the transaction is committed. */
export async function prepareLink(
  context: AuthContext,
  session: Session,
  user: UserRow,
  link: LinkMail,
): Promise<OutgoingMail> {
  const otp = newOtp()
  const hash = `${link.pkce ? PKCE_PREFIX : ''}${tokenHash(link.to, otp)}`
  await storeToken(session, user.id, link.kind, hash, link.to)
  const query = new URLSearchParams({ token: hash, type: link.type, redirect_to: link.redirectTo })
  return accountMail(link.mail, link.to, `${context.siteUrl}/auth/v1/verify?${query}`, otp)
}

/** Sends outside every transaction: a slow mail server must hold no session of the database. */
export async function deliver(context: AuthContext, mails: readonly OutgoingMail[]): Promise<void> {
  for (const mail of mails) {
    const wait = context.limits.mails.take('all')
    if (wait > 0) throw tooManyMails('email rate limit exceeded', wait)
    try {
      await context.sendMail(mail)
    } catch (error) {
      context.log(`Mail ließ sich nicht senden: ${error instanceof Error ? error.message : 'unbekannter Fehler'}`)
      throw new AuthError(500, 'unexpected_failure', 'Error sending confirmation email')
    }
  }
}
