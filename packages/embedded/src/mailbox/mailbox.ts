import fs from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import nodemailer from 'nodemailer'
import { words } from '../words.ts'
import { atServer } from './mail-problem.ts'

/** A mail as it was sent. `sentAt` is an ISO instant. */
type Mail = { to: string; subject: string; text: string; html: string; sentAt: string }

/** Mails of an installation without SMTP. Must be shown to loopback callers only, because they contain sign-in links. */
export type Mailbox = {
  /** Newest first. */
  list(): Mail[]
  put(mail: Mail): void
  /** HTML for the body of a page: the list of mails, all values escaped. */
  page(): string
}

const MAX_MAILS = 200

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** Makes links clickable; they are our own, and are escaped first. */
const linked = (text: string) => escaped(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

const article = (mail: Mail) => `<article>
<h2>${escaped(mail.subject)}</h2>
<p>${escaped(words.mailbox.to(mail.to))} · <time datetime="${escaped(mail.sentAt)}">${escaped(mail.sentAt)}</time></p>
<pre>${linked(mail.text)}</pre>
</article>`

function read(file: string): Mail[] {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Mail[]
  } catch {
    return [] // none yet, or cut off by a crash: old mails are no loss
  }
}

/** `dir` undefined: in memory. */
export function openMailbox(dir?: string): Mailbox {
  const file = dir && path.join(dir, 'mailbox.json')
  let mails = file ? read(file) : []
  return {
    list: () => [...mails],
    put: (mail) => {
      mails = [mail, ...mails].slice(0, MAX_MAILS)
      if (file) fs.writeFileSync(file, JSON.stringify(mails), { mode: 0o600 })
    },
    page: () => (mails.length === 0 ? `<p>${escaped(words.mailbox.empty)}</p>` : mails.map(article).join('\n')),
  }
}

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every attempt at a mail: its Message-ID, by which mailboxes recognise a repetition. */
  id?: string
  /** Address to which a mail program posts to end such mails at once (RFC 8058). */
  unsubscribe?: string
}
/** Sends a mail, unless `signal` is aborted before; rejects if the mail server does not accept it. */
export type SendMail = (mail: OutgoingMail, signal?: AbortSignal) => Promise<void>

/**
 * How long a mail server may be silent, in ms; `SMTP_URL` may name others. Far below the time for which a process has
 * claimed a mail.
 */
const PATIENCE = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 }

type MailOptions = {
  /** `smtp[s]://user:password@host:port?from=…`; without it mails go to the mailbox. */
  smtpUrl?: string | undefined
  mailbox: Mailbox
  /** Host of the default sender address, `SENDER <noreply@HOST>`, unless `from` is given. */
  siteUrl: string
  /** Display name of the sender; without it only the address is shown. */
  sender?: string | undefined
}

/**
 * What an SMTP URL says: where to connect, and who writes. `url` is the library's, which knows no sender; by itself it greets as
 * `[127.0.0.1]` on a machine whose name has no domain, which mail servers hold against a mail. `?name=` in the URL wins.
 */
export function smtpOf(smtpUrl: string, siteUrl: string, sender?: string) {
  const url = new URL(smtpUrl)
  const site = new URL(siteUrl).hostname
  const address = `noreply@${site}`
  const from = url.searchParams.get('from') ?? (sender ? `${sender} <${address}>` : address)
  url.searchParams.delete('from')
  const isDomain = site.includes('.') && isIP(site) === 0
  if (isDomain && !url.searchParams.has('name')) url.searchParams.set('name', site)
  const usual = url.protocol === 'smtps:' ? 465 : 587
  return { url: url.href, from, host: url.hostname, port: Number(url.port) || usual }
}

/** Sends by SMTP if configured, else to the mailbox. */
export function mailTransport({ smtpUrl, mailbox, siteUrl, sender }: MailOptions): SendMail {
  if (!smtpUrl)
    return async ({ to, subject, text, html }) =>
      mailbox.put({ to, subject, text, html, sentAt: new Date().toISOString() })
  const { url, from, host, port } = smtpOf(smtpUrl, siteUrl, sender)
  const transport = nodemailer.createTransport({ ...PATIENCE, url })
  return async ({ id, unsubscribe, ...mail }, signal) => {
    const sending = transport.sendMail({
      ...mail,
      from,
      signal,
      ...(unsubscribe && {
        headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }),
      ...(id && { messageId: `<${id}@${new URL(siteUrl).hostname}>` }),
    })
    await sending.catch((error: unknown) => {
      throw atServer(error, `${host}:${port}`)
    })
  }
}

/** The same transport, which tells after each try whether the mail was taken. */
export const toldMails = (send: SendMail, told: ((sent: boolean) => void) | undefined): SendMail =>
  told === undefined
    ? send
    : async (mail, signal) => {
        let sent = false
        try {
          await send(mail, signal)
          sent = true
        } finally {
          told(sent)
        }
      }
