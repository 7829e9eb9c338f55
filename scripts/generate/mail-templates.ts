/**
 * Writes supabase/templates (mails of the account, one whole file each, as Supabase wants them) and supabase/site-mails
 * (what the web server sends from the outbox) from one frame and their wordings. `--check` fails when a file is stale.
 */
import fs from 'node:fs'
import path from 'node:path'
import { type MailWording, mailWordings, siteMailWordings } from './mail-wording.ts'

const frame = fs.readFileSync(path.join(import.meta.dirname, 'mail-frame.html'), 'utf8')
const folders = { templates: mailWordings, 'site-mails': siteMailWordings }
const indent = ' '.repeat(16)

const buttonStyle =
  'display: inline-block; padding: 14px 26px; border-radius: 999px; background: #f43f12; color: #16130e; font-weight: 700; text-decoration: none'
const codeStyle = 'font-size: 24px; line-height: 1.2; letter-spacing: 0.12em; white-space: nowrap'

function contentOf({ text, action, code, note }: MailWording): string {
  const lines = [`<p style="margin: 0 0 16px">${text}</p>`]
  if (action)
    lines.push(
      '<p style="margin: 24px 0">',
      `  <a class="button" href="{{ .ConfirmationURL }}" style="${buttonStyle}">${action}</a>`,
      '</p>',
    )
  if (code)
    lines.push(
      `<p class="field" style="margin: 0 0 16px; padding: 12px 16px; background: #eae7d6">${code} <strong style="${codeStyle}">{{ .Token }}</strong></p>`,
    )
  lines.push(`<p class="quiet" style="margin: 0; font-size: 14px; color: #676150">${note}</p>`)
  return lines.map((line) => indent + line).join('\n')
}

function templateOf(wording: MailWording): string {
  const { subject, preview, heading, reason } = wording
  const parts: Record<string, string> = { subject, preview, heading, reason, content: contentOf(wording) }
  return frame.replace(/%(subject|preview|heading|content|reason)%/g, (_, part: string) => parts[part] ?? '')
}

const stale: string[] = []
for (const [folder, wordings] of Object.entries(folders))
  for (const [name, wording] of Object.entries(wordings)) {
    const file = path.join(import.meta.dirname, '../../supabase', folder, `${name}.html`)
    const template = templateOf(wording)
    if (!process.argv.includes('--check')) fs.writeFileSync(file, template)
    else if (fs.readFileSync(file, 'utf8') !== template) stale.push(`${folder}/${name}`)
  }
if (stale.length > 0) {
  console.error(`Mails in supabase are stale (${stale.join(', ')}): run npm run mails`)
  process.exit(1)
}
