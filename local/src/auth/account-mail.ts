import fs from 'node:fs'
import path from 'node:path'
import { convert } from 'html-to-text'
import type { OutgoingMail } from '../mail-transport.ts'

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

const FOLDER = path.resolve(import.meta.dirname, '../../../supabase/templates')

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const templates = new Map<MailKind, string>()

function templateOf(kind: MailKind): string {
  const known = templates.get(kind)
  if (known) return known
  const source = fs.readFileSync(path.join(FOLDER, `${FILES[kind]}.html`), 'utf8')
  templates.set(kind, source)
  return source
}

/** Go's `{{ .Name }}`, escaped for HTML; anything else of Go's template language is a mistake in the file. */
function filled(template: string, values: MailValues): string {
  const html = template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_, name: string) => {
    const value = (values as Record<string, string | undefined>)[name]
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

/** A mail of the account, in German, as HTML and as text. Its values are escaped; the link and the code are ours. */
export function accountMail(kind: MailKind, to: string, values: MailValues): OutgoingMail {
  const html = filled(templateOf(kind), values)
  return { to, subject: subjectOf(html), text: plain(html), html }
}
