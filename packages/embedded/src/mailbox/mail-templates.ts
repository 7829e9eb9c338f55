import fs from 'node:fs'
import path from 'node:path'
import { convert } from 'html-to-text'
import type { OutgoingMail } from './mailbox.ts'

type Values = Readonly<Record<string, string | undefined>>

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** Go's `{{ .Name }}`, escaped for HTML; anything else of Go's template language is a mistake in the file. */
function filled(template: string, values: Values): string {
  const html = template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`A mail template names {{ .${name} }}, which this mail does not have.`)
    return escaped(value)
  })
  if (html.includes('{{')) throw new Error('A mail template holds more of Go’s template language than a variable.')
  return html
}

/** The mail as a person without HTML reads it. */
function plain(html: string): string {
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'head', format: 'skip' },
      { selector: '.preview', format: 'skip' },
      { selector: '.head', format: 'skip' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'table', format: 'block' },
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      { selector: 'a.button', format: 'labelled' },
    ],
    formatters: {
      labelled: (element, walk, builder) => {
        builder.openBlock({ leadingLineBreaks: 2 })
        walk(element.children, builder)
        builder.addInline(':')
        builder.addLineBreak()
        builder.addInline(String(element.attribs.href), { noWordTransform: true })
        builder.closeBlock({ trailingLineBreaks: 2 })
      },
    },
  })
  return `${text.trim()}\n`
}

/** The title of the HTML is the subject; supabase/config.toml repeats it. */
const subjectOf = (html: string) =>
  convert(/<title>([\s\S]*?)<\/title>/.exec(html)?.[1] ?? '', { wordwrap: false }).trim()

/** The mail a template makes of its values, which are escaped. Throws when it names one that is missing. */
export function mailOf(template: string, to: string, values: Values): OutgoingMail {
  const html = filled(template, values)
  return { to, subject: subjectOf(html), text: plain(html), html }
}

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

type MailValues = Partial<Record<Variable, string>>

/** A mail of the account as HTML and as text. Its values are escaped. */
export type AccountMail = (kind: MailKind, to: string, values: MailValues) => OutgoingMail

const PLAIN_TEMPLATES = path.resolve(import.meta.dirname, '../../templates')

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
