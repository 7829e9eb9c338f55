import nodemailer from 'nodemailer'
import type { Mailbox } from './mailbox.ts'

export type OutgoingMail = { to: string; subject: string; text: string; html: string }
/** Hands a mail over; fails when the mail server does not take it. */
export type SendMail = (mail: OutgoingMail) => Promise<void>

export type MailOptions = {
  /** `smtp[s]://user:password@host:port?from=…`; without it mails go to the mailbox. */
  smtpUrl?: string | undefined
  mailbox: Mailbox
  /** Where mails come from unless `from` says so: `SENDER <noreply@HOST>`. */
  siteUrl: string
  /** Name of the sender; without it the address stands alone. */
  sender?: string | undefined
}

/** SMTP when configured, else the mailbox. */
export function mailTransport({ smtpUrl, mailbox, siteUrl, sender }: MailOptions): SendMail {
  if (!smtpUrl) return async (mail) => mailbox.put({ ...mail, sentAt: new Date().toISOString() })
  const url = new URL(smtpUrl)
  const address = `noreply@${new URL(siteUrl).hostname}`
  const from = url.searchParams.get('from') ?? (sender ? `${sender} <${address}>` : address)
  url.searchParams.delete('from')
  const transport = nodemailer.createTransport(url.href)
  return async (mail) => {
    await transport.sendMail({ ...mail, from })
  }
}
