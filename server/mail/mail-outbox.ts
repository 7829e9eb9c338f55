import fs from 'node:fs'
import path from 'node:path'
import type { Backend } from '@hot/embedded'
import type { Log } from '@hot/embedded/log'
import { isRefused, problemOf } from '@hot/embedded/mailbox/mail-problem'
import { mailOf } from '@hot/embedded/mailbox/mail-templates'
import type { OutgoingMail, SendMail } from '@hot/embedded/mailbox/mailbox'
import { digestMail } from './digest-mail.ts'
import { alertMail, briefingMail } from './team-mails.ts'
import { weeklyMail } from './weekly-mail.ts'

/** A row of `private.mail_outbox` as returned by `claim_mails()`. */
export type WaitingMail = { id: number; recipient: string; template: string; data: Readonly<Record<string, string>> }

const FOLDER = path.resolve(import.meta.dirname, '../../supabase/site-mails')

/** Template names such as `report_confirmation`; no other characters, so that they cannot leave the folder. */
const NAME = /^[a-z_]+$/

/** Mails with a list or a place that depends on their values. */
const specialMails: Readonly<Record<string, typeof digestMail>> = {
  digest: digestMail,
  team_alert: alertMail,
  weekly: weeklyMail,
  briefing: (source, to, data, siteUrl) => briefingMail(source, to, data, siteUrl, Date.now()),
}

/** A template that is signed. For the list of links in some of them the name has to be there before. */
const signed = (source: string, operator: string) =>
  source.replaceAll('{{ .Operator }}', () => operator.replace(/[&<>"'{}]/g, (char) => `&#${char.charCodeAt(0)};`))

/**
 * A mail of the site, in German, as HTML and as text. `data` fills the template: `{{ .Reason }}` is `reason`, and
 * `{{ .ConfirmationURL }}` leads to `path` on this site, `about` may be a path too, and `operator` signs. Throws for an unknown template or a missing value.
 */
export function siteMail(
  { id, recipient, template, data }: WaitingMail,
  siteUrl: string,
  operator?: string | null,
): OutgoingMail {
  if (!NAME.test(template)) throw new Error('A mail names no template.')
  const source = signed(fs.readFileSync(path.join(FOLDER, `${template}.html`), 'utf8'), operator || 'HoT')
  const special = specialMails[template]
  if (special) return { ...special(source, recipient, data, siteUrl), id: `outbox-${id}` }
  const named = Object.entries(data).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value])
  const values = {
    ...Object.fromEntries(named),
    SiteURL: siteUrl,
    Email: recipient,
    // A mail that an older version has queued has none.
    About: data.about?.startsWith('/') ? `${siteUrl}${data.about}` : (data.about ?? 'auf HoT'),
    ConfirmationURL: data.path === undefined ? undefined : `${siteUrl}${data.path}`,
  }
  return { ...mailOf(source, recipient, values), id: `outbox-${id}` }
}

/** Mails to send now, the number of due mails that the hourly limit delays, and who runs the site. */
export type ClaimedMails = { mails: readonly WaitingMail[]; held: number; operator?: string | null }

/**
 * Divides the mails allowed per hour: a third for the site's own, the rest for those of accounts, so that sign-in never
 * waits for mails about reports (docs/product/network.md, Mails). Each gets at least one.
 */
export function mailShares(perHour: number): { site: number; accounts: number } {
  const site = Math.max(1, Math.floor(perHour / 3))
  return { site, accounts: Math.max(1, perHour - site) }
}

/** The queue of the site's mails, `private.mail_outbox`: in this process's database or in a Supabase project. */
export type Outbox = {
  /** Claims mails that are due; a claimed mail that is not settled becomes due again later. */
  claim(): Promise<ClaimedMails>
  /** Marks a mail as sent, or as failed with `problem`, to be retried. */
  settle(id: number, problem: string | null): Promise<void>
}

/** How often the outbox is polled (cron pattern with seconds). Guests wait for the mail that confirms their report. */
export const OUTBOX_SCHEDULE = '*/5 * * * * *'

/** The outbox of a database that this process has open; at most `perHour` mails an hour. */
export const databaseOutbox = ({ query }: Pick<Backend, 'query'>, perHour: number): Outbox => ({
  claim: async () => {
    const [row] = await query<{ claimed: ClaimedMails }>('select private.claim_mails(20, $1) as claimed', [perHour])
    return row?.claimed ?? { mails: [], held: 0 }
  },
  settle: async (id, problem) => void (await query('select private.settle_mail($1, $2)', [id, problem])),
})

const HOUR = 3_600_000

/** Logs that the hourly limit delays mails, at most once an hour. Returns a function that takes their number. */
export function tellHeld(log: Log, now: () => number = Date.now): (held: number) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (held) => {
    if (held === 0 || now() - loggedAt < HOUR) return
    loggedAt = now()
    log(`Die Grenze der Mails in der Stunde (HOT_MAILS_PER_HOUR) hält ${held} Mails des Hauses zurück.`, 'warn')
  }
}

/**
 * Tells the team that mails of accounts are used up for everybody, also for those for whom some are kept. `note` takes the
 * names of limits that refuse; a job calls `tell`, because a refusal may be part of a transaction that is rolled back.
 */
export function usedUpAlarm(): { note(limit: string): void; tell(backend: Pick<Backend, 'query'>): Promise<void> } {
  let noted = false
  return {
    note: (limit) => {
      noted ||= limit === 'mails'
    },
    tell: async ({ query }) => {
      if (!noted) return
      noted = false
      await query(`select private.alert_team('mail', '{"mails": "used_up"}', null, null)`)
    },
  }
}

/** How mails are sent and logged. `held`: takes the number of mails that the limit delays. */
export type MailRoute = { send: SendMail; siteUrl: string; log: Log; held: (count: number) => void }

/**
 * Sends due mails one after the other, outside any transaction, so that a slow mail server does not block a database
 * session. A failed mail does not stop the others. Returns how many were sent.
 */
export async function drainOutbox(outbox: Outbox, { send, siteUrl, log, held }: MailRoute): Promise<number> {
  let sent = 0
  const claimed = await outbox.claim()
  held(claimed.held)
  for (const mail of claimed.mails) {
    try {
      await send(siteMail(mail, siteUrl, claimed.operator))
    } catch (error) {
      const problem = problemOf(error)
      log(`Mail ${mail.id} (${mail.template}) ließ sich nicht senden: ${problem}`, isRefused(error) ? 'error' : 'warn')
      await outbox.settle(mail.id, problem)
      continue
    }
    await outbox.settle(mail.id, null)
    sent += 1
  }
  return sent
}
