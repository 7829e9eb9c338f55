import fs from 'node:fs'
import path from 'node:path'
import { mailOf } from '../../mailbox/mail-template.ts'
import type { OutgoingMail } from '../../mailbox/mail-transport.ts'

/** GoTrue's types of verification that are mailed, and the file of supabase/templates that words each. */
const FILES = {
  signup: 'confirmation',
  invite: 'invite',
  magiclink: 'magic_link',
  recovery: 'recovery',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
} as const

export type MailKind = keyof typeof FILES

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

const FOLDER = path.resolve(import.meta.dirname, '../../../../../supabase/templates')

const templates = new Map<MailKind, string>()

function templateOf(kind: MailKind): string {
  const known = templates.get(kind)
  if (known) return known
  const source = fs.readFileSync(path.join(FOLDER, `${FILES[kind]}.html`), 'utf8')
  templates.set(kind, source)
  return source
}

/** A mail of the account, in German, as HTML and as text. Its values are escaped; the link and the code are ours. */
export const accountMail = (kind: MailKind, to: string, values: MailValues): OutgoingMail =>
  mailOf(templateOf(kind), to, values)
