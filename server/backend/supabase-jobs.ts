import type { SupabaseProject } from '../settings/backend-settings.ts'
import { causeLine, type Log } from '../wire/request-log.ts'
import { callAsServer, repeat } from './supabase-queues.ts'

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
