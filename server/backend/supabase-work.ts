import { mailTransport, openMailbox } from '@hot/embedded/mailbox/mailbox'
import { classifierHost, classifyWaiting, remoteClassifications } from '../classifier/classifier.ts'
import { type ClaimedMails, drainOutbox, type Outbox, tellHeld } from '../mail/mail-outbox.ts'
import { fillPreviews, type PreviewQueue } from '../previews/link-previews.ts'
import type { WaitingPush } from '../push/push-message.ts'
import { drainPushes, openPushSenders, PUSHES_AT_ONCE, type PushQueue, settlement } from '../push/push-queue.ts'
import type { SupabaseProject } from '../settings/backend-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { causeLine, type Log } from '../wire/request-log.ts'
import '../wire/backend-language.ts'

// What this server does for a Supabase project, which it reaches only over the network: mails, pushes, the classifier, previews,
// and that the database's jobs have a clock.

const answerWithin = 8_000
/** In ms. Less often than the queues in process are polled, since each poll is a request over the network. */
const POLL_EVERY = 15_000

/** Calls RPCs of a Supabase project with its secret key. Throws when there is no answer in time, or not a 2xx one. */
export function callAsServer({ url, secretKey = '' }: SupabaseProject) {
  // New-style keys are not JWTs and must not be sent as bearer token.
  const bearer: Record<string, string> = secretKey.startsWith('eyJ') ? { authorization: `Bearer ${secretKey}` } : {}
  return async (name: string, args: object): Promise<Response> => {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json', ...bearer },
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(answerWithin),
    })
    if (!response.ok) throw new Error(`${name}: ${response.status}`)
    return response
  }
}

/** The outbox of a Supabase project, by its API; at most `perHour` mails an hour. Throws like `callAsServer`. */
export function supabaseOutbox(project: SupabaseProject, perHour: number): Outbox {
  const call = callAsServer(project)
  return {
    claim: async () => (await (await call('claim_mails', { p_limit: 20, p_per_hour: perHour })).json()) as ClaimedMails,
    settle: async (id, problem) => void (await call('settle_mail', { p_id: id, p_problem: problem })),
  }
}

/** The push queue of a Supabase project, by its API. Throws like `callAsServer`. */
export function supabasePushQueue(project: SupabaseProject): PushQueue {
  const call = callAsServer(project)
  return {
    claim: async (kinds) =>
      (await (await call('claim_pushes', { p_kinds: kinds, p_limit: PUSHES_AT_ONCE })).json()) as WaitingPush[],
    async settle(push, given) {
      const { outcome, problem, token, wait } = settlement(push, given)
      await call('settle_push', { p_id: push.id, p_outcome: outcome, p_problem: problem, p_token: token, p_wait: wait })
    },
  }
}

/** The links of a Supabase project that have no preview yet. Throws like `callAsServer`. */
export function supabasePreviews(project: SupabaseProject): PreviewQueue {
  const call = callAsServer(project)
  return {
    claim: async () => (await (await call('claim_previews', {})).json()) as string[],
    settle: async (url, preview) =>
      void (await call('settle_preview', {
        p_url: url,
        p_title: preview?.title ?? null,
        p_site: preview?.site ?? null,
      })),
  }
}

/**
 * Runs `work` on an interval (`every`, in ms; `atOnce`: also now), never twice at a time. Returns a function that stops it.
 */
function repeat(
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
  { every = POLL_EVERY, atOnce = false } = {},
): () => void {
  let busy = false
  const next = async () => {
    if (busy) return
    busy = true
    await work()
      .catch(onError)
      .finally(() => {
        busy = false
      })
  }
  const timer = setInterval(next, every)
  timer.unref()
  if (atOnce) void next()
  return () => clearInterval(timer)
}

/**
 * Sends the mails queued in a Supabase project, until the returned function is called. Without secret key or mail
 * server they stay queued for a server that has both.
 */
export function sendFromSupabase({ supabase, smtpUrl, messages }: Settings, siteUrl: string, log: Log): () => void {
  if (!supabase?.secretKey || !smtpUrl) {
    log('Mails des Hauses gehen nicht raus: Dafür braucht HoT SUPABASE_SECRET_KEY und SMTP_URL.', 'warn')
    return () => {}
  }
  const outbox = supabaseOutbox(supabase, messages.outboxPerHour)
  const send = mailTransport({ smtpUrl, mailbox: openMailbox(), siteUrl, sender: 'HoT' })
  const route = { send, siteUrl, log, held: tellHeld(log) }
  return repeat(
    () => drainOutbox(outbox, route),
    (error) => log(`Der Postausgang ist nicht erreichbar: ${causeLine(error)}`, 'warn'),
  )
}

/**
 * Sends the pushes queued in a Supabase project, until the returned function is called. Without secret key or push keys
 * they stay queued.
 */
export function pushFromSupabase({ supabase, push }: Settings, log: Log): () => void {
  const senders = openPushSenders(push)
  if (Object.keys(senders.send).length === 0) return () => {}
  if (!supabase?.secretKey) {
    log('Push-Nachrichten gehen nicht raus: Dafür braucht HoT SUPABASE_SECRET_KEY.', 'warn')
    return () => {}
  }
  const queue = supabasePushQueue(supabase)
  const stop = repeat(
    () => drainPushes(queue, senders, log),
    (error) => log(`Die Push-Nachrichten sind nicht erreichbar: ${causeLine(error)}`, 'warn'),
  )
  return () => {
    stop()
    senders.close()
  }
}

/** Has posts of a Supabase project read by the operator's classifier, until the returned function is called. */
export function classifyForSupabase({ supabase, classifier }: Settings, log: Log): () => void {
  if (!classifier) return () => {}
  if (!supabase?.secretKey) {
    log('Der Klassifikator liest nichts: Dafür braucht HoT SUPABASE_SECRET_KEY.', 'warn')
    return () => {}
  }
  const queue = remoteClassifications(callAsServer(supabase), classifierHost(classifier))
  return repeat(
    () => classifyWaiting(queue, classifier, log),
    (error) => log(`Was auf den Klassifikator wartet, ist nicht erreichbar: ${causeLine(error)}`, 'warn'),
  )
}

/** Reads headlines for the links of a Supabase project, until the returned function is called. Needs the secret key. */
export function previewFromSupabase({ supabase, previewHosts }: Settings, log: Log): () => void {
  if (!supabase?.secretKey || previewHosts.length === 0) return () => {}
  const queue = supabasePreviews(supabase)
  return repeat(
    () => fillPreviews(queue, previewHosts),
    (error) => log(`Die Vorschauen von Links sind nicht erreichbar: ${causeLine(error)}`, 'warn'),
  )
}

/** In ms: the extension may be switched on, and the project restored, while servers run. */
const ASK_EVERY = 3_600_000

const NO_CRON =
  'Die Aufgaben der Datenbank laufen nicht (Punkte, Charts, Löschfristen): Schalte im Dashboard von Supabase unter Integrations → Cron die Erweiterung pg_cron ein. HoT übergibt sie ihr dann von selbst.'
const NO_KEY = 'Ob die Aufgaben der Datenbank laufen, prüft HoT nicht: Dafür braucht es SUPABASE_SECRET_KEY.'

/**
 * Sees to it that pg_cron of a Supabase project has the jobs of the database (`private.ensure_jobs()`): at once, and every
 * hour (`every`, in ms) until the returned function is called. Says in the log when they do not run, and when they do again.
 */
export function keepJobsScheduled(project: SupabaseProject, log: Log, every = ASK_EVERY): () => void {
  if (!project.secretKey) {
    log(NO_KEY)
    return () => {}
  }
  const call = callAsServer(project)
  let ran = true
  const ask = async () => {
    const { cron, scheduled } = (await (await call('ensure_jobs', {})).json()) as { cron: boolean; scheduled: number }
    if (cron !== ran) log(cron ? `pg_cron hat die ${scheduled} Aufgaben der Datenbank jetzt.` : NO_CRON)
    ran = cron
  }
  const failed = (error: unknown) => log(`Die Aufgaben ließen sich nicht an pg_cron übergeben: ${causeLine(error)}`)
  return repeat(ask, failed, { every, atOnce: true })
}
