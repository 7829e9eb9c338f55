import nodemailer from 'nodemailer'
import type { Mailbox } from './mailbox.ts'

export type OutgoingMail = { to: string; subject: string; text: string; html: string }
/** Hands a mail over; fails when the mail server does not take it. */
export type SendMail = (mail: OutgoingMail) => Promise<void>

/** SMTP when configured (`smtp[s]://user:password@host:port?from=…`), else the mailbox. */
export function mailTransport(smtpUrl: string | undefined, mailbox: Mailbox, siteUrl: string): SendMail {
  if (!smtpUrl) return async (mail) => mailbox.put({ ...mail, sentAt: new Date().toISOString() })
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? `HoT <noreply@${new URL(siteUrl).hostname}>`
  url.searchParams.delete('from')
  const transport = nodemailer.createTransport(url.href)
  return async (mail) => {
    await transport.sendMail({ ...mail, from })
  }
}
