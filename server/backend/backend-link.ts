import { z } from 'zod'
import { type DemoAccount, demoCodes } from '../demo/start-demo.ts'
import { type Ask, BackendAway } from '../link/backend-watch.ts'
import { type JobRun, type PendingRows, readJobRuns, readPendingRows } from '../metrics/job-metrics.ts'
import { type KeptMinute, minuteRows } from '../metrics/minutes.ts'
import { type Outboxes, readOutboxes } from '../metrics/outbox-counts.ts'
import { factsOf } from '../operator/administer.ts'
import type { DatabaseFacts } from '../operator/facts.ts'
import type { GatewayFetch } from '../pages/page-changes.ts'
import type { SupabaseProject } from '../settings/backend-settings.ts'
import { leavesMachine } from '../settings/backup-settings.ts'
import { isPublicSite, type Settings } from '../settings/settings.ts'
import type { Upgrade } from '../wire/client-address.ts'
import { StartFailure } from '../wire/lifecycle.ts'
import { causeLine, type Log } from '../wire/request-log.ts'
import { type EmbeddedBackend, installationOptions, openEmbedded } from './embedded-backend.ts'
import type { Heard } from './heard.ts'
import { type LocalMailbox, mailboxIsOpen, newMailboxToken } from './local-mailbox.ts'
import { noteSite, type SiteNote } from './site-info.ts'
import {
  callAsServer,
  classifyForSupabase,
  keepJobsScheduled,
  previewFromSupabase,
  pushFromSupabase,
  sendFromSupabase,
} from './supabase-work.ts'

/** The server's connection to its backend, local or remote. */
export type BackendLink = {
  /** The server's own requests, as a guest. */
  send: Ask
  /** Origin of the URLs of those requests. */
  origin: string
  publishableKey: string
  /** Grants full access: for staff actions run by this server, never sent to a browser. A command may change it. */
  readonly secretKey: string | undefined
  /** Answers browsers' requests; absent when browsers send them to Supabase. */
  gateway?: GatewayFetch
  /** Live updates over sockets; absent when browsers get them from Supabase. */
  realtime?: { upgrade: Upgrade; close: () => Promise<void> }
  /** Messages to and from the other servers on the same PostgreSQL; absent on any other backend. */
  processes?: EmbeddedBackend['processes']
  /** Takes whom to tell that a job has changed what guests see; absent where the database runs the jobs elsewhere. */
  onChanged?: (listener: () => void) => void
  mailbox?: LocalMailbox | undefined
  demoAccounts: readonly DemoAccount[]
  /** Google and Apple, as far as they are set up; absent: not known. */
  providers?: readonly string[] | undefined
  /** Fails when the database does not answer. */
  probe: () => Promise<unknown>
  /** Unsent mails and pushes; absent when they are queued elsewhere. */
  outboxes?: () => Promise<Outboxes>
  /** When the jobs of the installation last ran; absent where the database is elsewhere. */
  jobs?: () => Promise<readonly JobRun[]>
  pending?: () => Promise<PendingRows>
  /** Keeps what minutes were like, for the admin area. */
  keepMinutes?: (minutes: readonly KeptMinute[]) => Promise<unknown>
  /** How busy the database's sessions are. */
  load?: EmbeddedBackend['load']
  /** The replica that answers guests; absent without one. */
  replica?: EmbeddedBackend['replica']
  /** What the database says about itself; absent where it is elsewhere. */
  databaseFacts?: () => Promise<DatabaseFacts>
  close: () => Promise<void>
}

const inProcess = 'http://in.process'
/** The server itself as caller. A client cannot claim to be it, because this is never read from a header. */
const ourselves = { remoteAddress: '127.0.0.1', inProcess: true }

/** The page of collected mails, with the current one-time codes of the demo accounts above them. */
const localMailbox = ({ mailbox, demoAccounts = [] }: EmbeddedBackend): LocalMailbox => ({
  list: mailbox.list,
  page: () => demoCodes(demoAccounts) + mailbox.page(),
  token: newMailboxToken(),
})

/**
 * In ms: a database that restarts, or that begins with the machine, is there within this. A start that fails sooner fails five times in
 * a minute, and then systemd gives up (deploy/hot.service).
 */
const DATABASE_PATIENCE = 60_000

/** Opens the embedded Supabase on PGlite or PostgreSQL. Throws its StartError. */
async function openInProcess(settings: Settings, siteUrl: string, log: Log, heard: Heard): Promise<BackendLink> {
  const backend = await openEmbedded({
    dataDir: settings.dataDir,
    databaseUrl: settings.databaseUrl,
    databasePoolUrl: settings.databasePoolUrl,
    databaseReadUrl: settings.databaseReadUrl,
    databasePatience: DATABASE_PATIENCE,
    ...settings.files,
    siteUrl,
    smtpUrl: settings.smtpUrl,
    publishableKey: settings.publishableKey,
    extraMailDomains: settings.extraMailDomains,
    ...settings.messages,
    ...settings.signIn,
    push: settings.push,
    backup: { ...settings.backup, leaves: leavesMachine(settings.backup.away) },
    previewHosts: settings.previewHosts,
    classifier: settings.classifier,
    demo: settings.demo === 'auto' ? 'auto' : settings.demo === 'on',
    isPublic: isPublicSite(settings),
    trustedProxies: settings.trustedProxies,
    log,
    ...heard,
  })
  const note = ({ p_public, p_mails, p_operator }: SiteNote) =>
    backend.query('select private.note_site($1, $2, $3)', [p_public, p_mails, JSON.stringify(p_operator)])
  await noteSite(settings, note, log)
  return {
    send: (request) => backend.fetch(request, ourselves),
    origin: inProcess,
    publishableKey: backend.publishableKey,
    get secretKey() {
      return backend.secretKey
    },
    gateway: backend.fetch,
    realtime: backend.realtime,
    processes: backend.processes,
    onChanged: (listener) => {
      backend.changed = listener
    },
    mailbox: mailboxIsOpen(settings) ? localMailbox(backend) : undefined,
    demoAccounts: backend.demoAccounts ?? [],
    providers: Object.entries(settings.signIn.oauth).flatMap(([name, options]) => (options ? [name] : [])),
    probe: async () => {
      const { database } = await backend.status()
      if (database !== 'ok') throw new BackendAway(database)
    },
    outboxes: () => readOutboxes(backend.query, backend.accountMails),
    jobs: () => readJobRuns(backend.query),
    pending: () => readPendingRows(backend.query),
    load: backend.load,
    keepMinutes: (minutes) => {
      const { process, rows } = minuteRows(minutes)
      return backend.query('select private.note_server_minutes($1, $2)', [process, JSON.stringify(rows)])
    },
    replica: backend.replica,
    databaseFacts: () => factsOf(backend, installationOptions.migrationsDir),
    close: () => backend.close(),
  }
}

const firstAnswerWithin = 8_000

const switchedOn = z.object({ external: z.record(z.string(), z.unknown()) })

/**
 * Calls a page RPC that exists in every version: its answer distinguishes a wrong address, a wrong key and missing
 * tables. Throws StartFailure when there is no answer.
 */
async function askFirst({ url, publishableKey }: SupabaseProject): Promise<Response> {
  try {
    return await fetch(`${url}/rest/v1/rpc/shell_data`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(firstAnswerWithin),
    })
  } catch (error) {
    throw new StartFailure(`Supabase ist unter ${url} nicht erreichbar (${causeLine(error)}). Prüfe SUPABASE_URL.`)
  }
}

/** Which of its providers a Supabase project has switched on; undefined: it does not say, and the sign-in asks again. */
async function providersOf({ url, publishableKey }: SupabaseProject): Promise<string[] | undefined> {
  try {
    const signal = AbortSignal.timeout(firstAnswerWithin)
    const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey }, signal })
    const { external } = switchedOn.parse(await answer.json())
    return ['google', 'apple'].filter((name) => external[name] === true)
  } catch {
    return undefined
  }
}

/** Uses a Supabase project. Throws StartFailure when it cannot serve this app. */
async function openSupabase(
  settings: Settings,
  project: SupabaseProject,
  siteUrl: string,
  log: Log,
  { onStatement }: Heard,
): Promise<BackendLink> {
  const { url, publishableKey, secretKey } = project
  const answer = await askFirst(project)
  await answer.body?.cancel()
  if (answer.status === 401 || answer.status === 403)
    throw new StartFailure(`Supabase nimmt SUPABASE_PUBLISHABLE_KEY nicht an (${answer.status}). Prüfe den Schlüssel.`)
  if (answer.status === 404)
    throw new StartFailure(
      `Unter ${url} fehlen die Tabellen von HoT. Richte das Projekt mit »npm run supabase:push« ein.`,
    )
  if (!answer.ok) throw new StartFailure(`Supabase antwortet unter ${url} mit Fehler ${answer.status}.`)
  if (secretKey) await noteSite(settings, (note) => callAsServer(project)('note_site', note), log)
  const stopMails = sendFromSupabase(settings, siteUrl, log)
  const stopPushes = pushFromSupabase(settings, log)
  const stopJobs = keepJobsScheduled(project, log)
  const stopPreviews = previewFromSupabase(settings, log)
  const stopClassifying = classifyForSupabase(settings, log)
  return {
    // The whole request is what can be told apart here: queue, session and statement are the project's own.
    send: async (request) => {
      const asked = performance.now()
      return fetch(request).finally(() => onStatement(performance.now() - asked))
    },
    origin: url,
    publishableKey,
    secretKey,
    demoAccounts: [],
    providers: await providersOf(project),
    probe: async () => {
      const response = await fetch(`${url}/auth/v1/health`, { headers: { apikey: publishableKey } })
      await response.body?.cancel()
      if (response.status >= 500) throw new BackendAway(String(response.status))
    },
    ...(secretKey && {
      keepMinutes: (minutes: readonly KeptMinute[]) => {
        const { process, rows } = minuteRows(minutes)
        return callAsServer(project)('note_server_minutes', { p_process: process, p_minutes: rows })
      },
    }),
    close: async () => {
      stopMails()
      stopPushes()
      stopJobs()
      stopPreviews()
      stopClassifying()
    },
  }
}

export const openBackendLink = (settings: Settings, siteUrl: string, log: Log, heard: Heard): Promise<BackendLink> =>
  settings.supabase
    ? openSupabase(settings, settings.supabase, siteUrl, log, heard)
    : openInProcess(settings, siteUrl, log, heard)
