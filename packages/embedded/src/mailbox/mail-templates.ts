import fs from 'node:fs'
import path from 'node:path'
import { convert } from 'html-to-text'
import type { OutgoingMail } from './mailbox.ts'

type Values = Readonly<Record<string, string | undefined>>

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const variable = /\{\{\s*\.(\w+)\s*\}\}/g

/** Replaces Go's `{{ .Name }}`, escaped for HTML; the rest of Go's template language is not supported and throws. */
function filled(template: string, values: Values): string {
  // Of the template alone: a value, such as a member's title, may hold braces.
  if (template.replace(variable, '').includes('{{'))
    throw new Error('A mail template holds more of Go’s template language than a variable.')
  return template.replace(variable, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`A mail template names {{ .${name} }}, which this mail does not have.`)
    return escaped(value)
  })
}

/** The plain-text alternative of a mail. */
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

/** The subject: the HTML's title. supabase/config.toml repeats it. */
const subjectOf = (html: string) =>
  convert(/<title>([\s\S]*?)<\/title>/.exec(html)?.[1] ?? '', { wordwrap: false }).trim()

/** Renders a template with escaped values. Throws if it names a missing one. */
export function mailOf(template: string, to: string, values: Values): OutgoingMail {
  const html = filled(template, values)
  return { to, subject: subjectOf(html), text: plain(html), html }
}

/** GoTrue's verification types and notifications that are sent by mail, with Supabase's name of the template of each. */
const TEMPLATES = {
  signup: 'confirmation',
  invite: 'invite',
  magiclink: 'magic_link',
  recovery: 'recovery',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
  email_changed: 'email_changed_notification',
  mfa_factor_enrolled: 'mfa_factor_enrolled_notification',
  mfa_factor_unenrolled: 'mfa_factor_unenrolled_notification',
} as const

export type MailKind = keyof typeof TEMPLATES

/** Values available in templates (supabase/auth, internal/mailer; https://supabase.com/docs/guides/auth/auth-email-templates). */
type Variable =
  | 'SiteURL'
  | 'ConfirmationURL'
  | 'Token'
  | 'TokenHash'
  | 'Email'
  | 'NewEmail'
  | 'OldEmail'
  | 'SendingTo'
  | 'RedirectTo'

type MailValues = Partial<Record<Variable, string>>

/** Renders an account's mail as HTML and plain text, with escaped values. */
export type AccountMail = (kind: MailKind, to: string, values: MailValues) => OutgoingMail

const PLAIN_TEMPLATES = path.resolve(import.meta.dirname, '../../templates')

/** Where a template has room for the name of who writes. A comment, so that Supabase itself sends the same template without. */
const ROOM_FOR_SIGNATURE = '<!-- operator -->'

/** The name goes through what fills variables: its braces must not be taken for one. */
const signed = (source: string, name: string | undefined) =>
  source.replace(ROOM_FOR_SIGNATURE, () =>
    name ? `${escaped(name).replace(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`)} · ` : '',
  )

/**
 * Mails from the templates in `dir` (`confirmation.html` …); without a directory plain English ones. `signature` is asked for
 * each mail: who writes it, if that is known.
 */
export function accountMails(
  dir = PLAIN_TEMPLATES,
  signature: () => string | undefined = () => undefined,
): AccountMail {
  const sources = new Map<MailKind, string>()
  const sourceOf = (kind: MailKind): string => {
    const source = sources.get(kind) ?? fs.readFileSync(path.join(dir, `${TEMPLATES[kind]}.html`), 'utf8')
    sources.set(kind, source)
    return source
  }
  return (kind, to, values) => mailOf(signed(sourceOf(kind), signature()), to, values)
}
