import fs from 'node:fs'
import path from 'node:path'
import type { Backend } from '@hot/embedded'
import { mailOf } from '@hot/embedded/mailbox/mail-templates'
import type { OutgoingMail, SendMail } from '@hot/embedded/mailbox/mailbox'

/** A row of `private.mail_outbox` as `claim_mails()` hands it out. */
export type WaitingMail = { id: number; recipient: string; template: string; data: Readonly<Record<string, string>> }

const FOLDER = path.resolve(import.meta.dirname, '../../supabase/site-mails')

/** `report_confirmation`: nothing that could leave the folder. */
const NAME = /^[a-z_]+$/

/**
 * A mail of the site, in German, as HTML and as text. `data` fills the template: `{{ .Reason }}` is `reason`, and
 * `{{ .ConfirmationURL }}` leads to `path` on this site. Throws for a template there is not, and for a missing value.
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

/** Where mails of the site wait: `private.mail_outbox`, in our database or behind Supabase's API. */
export type Outbox = {
  /** Mails that are due; each is handed out once, and again later should nobody settle it. */
  claim(): Promise<readonly WaitingMail[]>
  /** It was sent, or `problem` was in the way and it comes up again. */
  settle(id: number, problem: string | null): Promise<void>
}

/** How often the outbox is looked at (cron pattern with seconds): somebody who confirms a report waits for the mail. */
export const OUTBOX_SCHEDULE = '*/5 * * * * *'

/** The outbox of a database that this process has open. */
export const databaseOutbox = ({ query }: Pick<Backend, 'query'>): Outbox => ({
  claim: async () => {
    const [row] = await query<{ mails: WaitingMail[] }>('select private.claim_mails(20) as mails')
    return row?.mails ?? []
  },
  settle: async (id, problem) => void (await query('select private.settle_mail($1, $2)', [id, problem])),
})

/** What kind of trouble there was. A mail server's own words may hold the address. */
function troubleOf(error: unknown): string {
  const read = (name: string) => (error instanceof Error ? Reflect.get(error, name) : undefined)
  return [read('code'), read('responseCode')].filter(Boolean).join(' ') || 'unknown'
}

/**
 * Sends what is due, one after the other and outside of every transaction: a slow mail server must hold no session of
 * the database. One that fails does not keep the others back. Answers how many were sent.
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
