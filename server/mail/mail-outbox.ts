import type { Backend } from '@hot/embedded'
import type { SendMail } from '@hot/embedded/mailbox/mailbox'
import { houseMail, type WaitingMail } from './site-mail.ts'

/** Where mails of the house wait: `private.mail_outbox`, in our database or behind Supabase's API. */
export type Outbox = {
  /** Mails that are due; each is handed out once, and again later should nobody settle it. */
  claim(): Promise<readonly WaitingMail[]>
  /** It was sent, or `problem` was in the way and it comes up again. */
  settle(id: number, problem: string | null): Promise<void>
}

/** How often the outbox is looked at (cron pattern with seconds): whoever confirms a report is waiting for the mail. */
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
      await send(houseMail(mail, siteUrl))
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
