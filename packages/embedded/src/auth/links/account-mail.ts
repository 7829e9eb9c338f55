import fs from 'node:fs'
import path from 'node:path'
import { mailOf } from '../../mailbox/mail-template.ts'
import type { OutgoingMail } from '../../mailbox/mail-transport.ts'

/** GoTrue's types of verification that are mailed, and the template that words each, by the name Supabase gives it. */
const TEMPLATES = {
  signup: 'confirmation',
  invite: 'invite',
  magiclink: 'magic_link',
  recovery: 'recovery',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
} as const

export type MailKind = keyof typeof TEMPLATES

/** What a template may name (supabase/auth, internal/mailer; https://supabase.com/docs/guides/auth/auth-email-templates). */
type Variable =
  | 'SiteURL'
  | 'ConfirmationURL'
  | 'Token'
  | 'TokenHash'
  | 'Email'
  | 'NewEmail'
  | 'SendingTo'
  | 'RedirectTo'

export type MailValues = Partial<Record<Variable, string>>

/** A mail of the account as HTML and as text. Its values are escaped. */
export type AccountMail = (kind: MailKind, to: string, values: MailValues) => OutgoingMail

const PLAIN_TEMPLATES = path.resolve(import.meta.dirname, '../../../templates')

/** The mails that the templates of `dir` make, `confirmation.html` and so on; without one, plain English ones. */
export function accountMails(dir = PLAIN_TEMPLATES): AccountMail {
  const sources = new Map<MailKind, string>()
  const sourceOf = (kind: MailKind): string => {
    const source = sources.get(kind) ?? fs.readFileSync(path.join(dir, `${TEMPLATES[kind]}.html`), 'utf8')
    sources.set(kind, source)
    return source
  }
  return (kind, to, values) => mailOf(sourceOf(kind), to, values)
}
