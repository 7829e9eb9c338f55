import nodemailer from 'nodemailer'
import { type OutgoingMail, smtpOf } from './mailbox.ts'

/** How far a mail came. `lines`: the conversation, `C:` ours and `S:` the server's, without passwords. */
export type MailTrial = { host: string; port: number; lines: readonly string[]; error?: unknown }

type TrialOptions = { smtpUrl: string; siteUrl: string; sender?: string | undefined }

/** Long enough for a slow server, short enough for a person who waits. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Of the library's notes those that are the conversation; a password is never among them. */
function conversation(lines: string[]) {
  const note = (entry: { tnx?: string }, message: string, ...values: unknown[]) => {
    const side = entry.tnx === 'client' ? 'C' : entry.tnx === 'server' ? 'S' : undefined
    if (!side) return
    const text = message.replaceAll('%s', () => String(values.shift() ?? ''))
    for (const line of text.split(/\r?\n/)) if (line.trim()) lines.push(`${side}: ${line.trim()}`)
  }
  return { level: () => {}, trace: note, debug: note, info: note, warn: note, error: note, fatal: note }
}

/** Connects, signs in and, with a mail, sends it. Fails never: `error` says why it did not work. */
export async function tryMailServer(
  { smtpUrl, siteUrl, sender }: TrialOptions,
  mail?: OutgoingMail,
): Promise<MailTrial> {
  const { url, from, host, port } = smtpOf(smtpUrl, siteUrl, sender)
  const lines: string[] = []
  const transport = nodemailer.createTransport({ ...PATIENCE, url, logger: conversation(lines), transactionLog: true })
  try {
    if (mail) await transport.sendMail({ to: mail.to, subject: mail.subject, text: mail.text, html: mail.html, from })
    else await transport.verify()
    return { host, port, lines }
  } catch (error) {
    return { host, port, lines, error }
  } finally {
    transport.close()
  }
}
