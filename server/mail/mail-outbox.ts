import fs from 'node:fs'
import path from 'node:path'
import type { Backend } from '@hot/embedded'
import { mailOf } from '@hot/embedded/mailbox/mail-templates'
import type { OutgoingMail, SendMail } from '@hot/embedded/mailbox/mailbox'

/** A row of `private.mail_outbox` as returned by `claim_mails()`. */
export type WaitingMail = { id: number; recipient: string; template: string; data: Readonly<Record<string, string>> }

const FOLDER = path.resolve(import.meta.dirname, '../../supabase/site-mails')

/** Names such as `report_confirmation`, which cannot escape the folder. */
const NAME = /^[a-z_]+$/

/**
 * A mail of the site, in German, as HTML and as text. `data` fills the template: `{{ .Reason }}` is `reason`, and
 * `{{ .ConfirmationURL }}` leads to `path` on this site. Throws for an unknown template or a missing value.
 */
export function siteMail({ recipient, template, data }: WaitingMail, siteUrl: string): OutgoingMail {
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

/** The queue of the site's mails: `private.mail_outbox`, in our database or behind Supabase's API. */
export type Outbox = {
  /** Claims mails that are due; a claimed mail that is not settled becomes due again later. */
  claim(): Promise<readonly WaitingMail[]>
  /** Marks a mail as sent, or as failed with `problem`, to be retried. */
  settle(id: number, problem: string | null): Promise<void>
}

/** How often the outbox is polled (cron pattern with seconds): guests wait for the mail that confirms their report. */
export const OUTBOX_SCHEDULE = '*/5 * * * * *'

/** The outbox of a database that this process has open. */
export const databaseOutbox = ({ query }: Pick<Backend, 'query'>): Outbox => ({
  claim: async () => {
    const [row] = await query<{ mails: WaitingMail[] }>('select private.claim_mails(20) as mails')
    return row?.mails ?? []
  },
  settle: async (id, problem) => void (await query('select private.settle_mail($1, $2)', [id, problem])),
})

/** The kind of error only, because a mail server's message may contain the address. */
function troubleOf(error: unknown): string {
  const read = (name: string) => (error instanceof Error ? Reflect.get(error, name) : undefined)
  return [read('code'), read('responseCode')].filter(Boolean).join(' ') || 'unknown'
}

/**
 * Sends due mails one after the other, outside any transaction: a slow mail server must not block a database session. A
 * failure does not hold up the others. Returns how many were sent.
 */
export async function drainOutbox(
  outbox: Outbox,
  send: SendMail,
  siteUrl: string,
  log: (line: string) => void,
): Promise<number> {
  let sent = 0
  for (const mail of await outbox.claim()) {
    try {
      await send(siteMail(mail, siteUrl))
    } catch (error) {
      const trouble = troubleOf(error)
      log(`Mail ${mail.id} (${mail.template}) ließ sich nicht senden: ${trouble}`)
      await outbox.settle(mail.id, trouble)
      continue
    }
    await outbox.settle(mail.id, null)
    sent += 1
  }
  return sent
}
