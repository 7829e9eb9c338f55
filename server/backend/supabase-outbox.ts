import { mailTransport, openMailbox } from '@hot/embedded/mailbox/mailbox'
import { causeLine, type Log } from '../http/request-log.ts'
import { drainOutbox, type Outbox } from '../mail/mail-outbox.ts'
import type { WaitingMail } from '../mail/site-mail.ts'
import type { Settings } from '../settings/settings.ts'
import type { SupabaseProject } from './backend-settings.ts'
import { callAsServer } from './supabase-call.ts'

/** Over the network: less often than in process. */
const every = 15_000

/** The outbox behind a Supabase project's API, by its secret key. Fails when the project does not answer as it should. */
export function supabaseOutbox(project: SupabaseProject): Outbox {
  const call = callAsServer(project)
  return {
    claim: async () => (await (await call('claim_mails', { p_limit: 20 })).json()) as WaitingMail[],
    settle: async (id, problem) => void (await call('settle_mail', { p_id: id, p_problem: problem })),
  }
}

/**
 * Sends the mails of the house that wait in a Supabase project, until the answer is called. Without secret key or mail
 * server they wait there, for a server that has both.
 */
export function sendFromSupabase({ supabase, smtpUrl }: Settings, siteUrl: string, log: Log): () => void {
  if (!supabase?.secretKey || !smtpUrl) {
    log('Mails des Hauses gehen nicht raus: Dafür braucht HoT SUPABASE_SECRET_KEY und SMTP_URL.')
    return () => {}
  }
  const outbox = supabaseOutbox(supabase)
  const send = mailTransport({ smtpUrl, mailbox: openMailbox(), siteUrl, sender: 'HoT' })
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await drainOutbox(outbox, send, siteUrl, log)
      .catch((error: unknown) => log(`Der Postausgang ist nicht erreichbar: ${causeLine(error)}`))
      .finally(() => {
        busy = false
      })
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
