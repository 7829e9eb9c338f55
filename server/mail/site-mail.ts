import fs from 'node:fs'
import path from 'node:path'
import { mailOf } from '@hot/embedded/mailbox/mail-templates'
import type { OutgoingMail } from '@hot/embedded/mailbox/mailbox'

/** A row of `private.mail_outbox` as `claim_mails()` hands it out. */
export type WaitingMail = { id: number; recipient: string; template: string; data: Readonly<Record<string, string>> }

const FOLDER = path.resolve(import.meta.dirname, '../../supabase/house-mails')

/** `report_confirmation`: nothing that could leave the folder. */
const NAME = /^[a-z_]+$/

/**
 * A mail of the house, in German, as HTML and as text. `data` fills the template: `{{ .Reason }}` is `reason`, and
 * `{{ .ConfirmationURL }}` leads to `path` on this site. Throws for a template there is not, and for a missing value.
 */
export function houseMail({ recipient, template, data }: WaitingMail, siteUrl: string): OutgoingMail {
  if (!NAME.test(template)) throw new Error('A mail names no template.')
  const source = fs.readFileSync(path.join(FOLDER, `${template}.html`), 'utf8')
  const named = Object.entries(data).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value])
  return mailOf(source, recipient, {
    ...Object.fromEntries(named),
    SiteURL: siteUrl,
    Email: recipient,
    ConfirmationURL: data.path === undefined ? undefined : `${siteUrl}${data.path}`,
  })
}
