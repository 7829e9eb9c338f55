import type { InstallationState } from '@hot/domain/contract/site'
import { leastAppVersion, type ServedApps } from '@hot/domain/installation/served-apps'
import { memberSentences } from '@hot/domain/member/refusals'
import type { ServiceName } from '@hot/domain/privacy/services'
import { type LegalField, legalFieldNames } from '@hot/domain/settings/legal-fields'
import { isUncopied, lastBackupAt, lastCopyAt, newestBackupAt } from '../jobs/last-backup.ts'
import { lastRehearsal } from '../jobs/rehearsal-record.ts'
import type { Ask } from '../link/backend-watch.ts'
import { leavesMachine } from '../settings/backup-settings.ts'
import { buildInfo } from '../settings/build-info.ts'
import type { ReportSettings } from '../settings/monitoring-settings.ts'
import { type ServiceSettings, servicesOf } from '../settings/services.ts'
import { isPublicSite, type Settings } from '../settings/settings.ts'
import { causeLine, type Log } from '../wire/request-log.ts'
import { mailboxIsOpen } from './local-mailbox.ts'

/** Public configuration for browsers and shells (`GET /config.json`). */
export type PublicConfig = {
  /** Origin of Supabase; empty: that of the page. */
  supabaseUrl: string
  publishableKey: string
  siteUrl: string
  site: Readonly<Record<string, string>>
  /** Public VAPID key; absent: browsers get no push notifications. */
  webPushKey?: string
  /** Absent: errors are not reported. */
  reports?: ReportSettings
  /** The service worker is switched off: pages register none and retire an existing one. */
  worker?: 'off'
  /** Who may sign people in; absent on a site that is tried out, which shows every way. */
  providers?: readonly string[]
  /** Services outside that receive something, for the privacy policy. */
  services: readonly ServiceName[]
  /** Which apps this server serves. */
  apps: ServedApps
}

/** The parts of an installation that the public configuration needs. `publishableKey` comes from the backend. */
export type PublicConfigSource = {
  settings: ServiceSettings & Pick<Settings, 'site' | 'appLinks'>
  siteUrl: string
  link: { publishableKey: string; providers?: readonly string[] | undefined }
}

/** Configuration for browsers and shells, in `/config.json` and partly in every document. */
export const publicConfig = ({ settings, siteUrl, link }: PublicConfigSource): PublicConfig => ({
  supabaseUrl: settings.supabase?.url ?? '',
  publishableKey: link.publishableKey,
  siteUrl,
  site: settings.site,
  // Without a service worker a browser cannot show push messages.
  webPushKey: settings.worker ? settings.push.vapid?.publicKey : undefined,
  reports: settings.monitoring.reports,
  worker: settings.worker ? undefined : 'off',
  providers: isPublicSite({ siteUrl }) ? link.providers : undefined,
  services: servicesOf(settings),
  apps: {
    version: buildInfo().version,
    leastVersion: leastAppVersion,
    leastBuild: settings.appLinks.leastBuild,
    newestBuild: settings.appLinks.newestBuild,
  },
})

type Read = Pick<Settings, 'dataDir' | 'smtpUrl' | 'supabase'> & {
  backup: Pick<Settings['backup'], 'everyHours' | 'away' | 'rehearseDays'>
}

/** Which program runs, whether mails are delivered, and how it stands with backups. Throws when the data directory cannot be read. */
export async function readSiteState({ smtpUrl, ...read }: Read): Promise<InstallationState> {
  const { dataDir, supabase, backup } = read
  return {
    build: buildInfo(),
    mails: smtpUrl !== undefined,
    backups: await backupState(read),
    ...(!supabase &&
      leavesMachine(backup.away) && { copy: { at: await lastCopyAt(dataDir), isMissing: await isUncopied(dataDir) } }),
    ...(!supabase && backup.rehearseDays > 0 && { rehearsal: await lastRehearsal(dataDir) }),
  }
}

async function backupState({ dataDir, supabase, backup: { everyHours } }: Omit<Read, 'smtpUrl'>) {
  if (supabase) return { by: 'supabase', at: null } as const
  const at = await lastBackupAt(dataDir)
  if (everyHours === 0) return { by: 'operator', at } as const
  return { by: 'server', at, since: new Date(await newestBackupAt(dataDir)).toISOString(), everyHours } as const
}

type Options = {
  ask: Ask
  backendUrl: string
  publishableKey: string
  read: () => Promise<InstallationState>
  /** What is wrong with the installation, which names settings and machines: for admins. */
  diagnose?: () => Promise<InstallationState['findings']>
}

/** Answers staff only, as determined by the database. Throws BackendAway. */
export function siteStateRoute({ ask, backendUrl, publishableKey, read, diagnose }: Options) {
  return async (authorization: string | undefined): Promise<Response> => {
    const refused = Response.json({ message: memberSentences['not_allowed.team'] }, { status: 403 })
    if (!authorization) return refused
    const headers = { apikey: publishableKey, authorization, accept: 'application/json' }
    const isTrue = async (name: string): Promise<boolean> => {
      const answer = await ask(new Request(`${backendUrl}/rest/v1/rpc/${name}`, { headers }))
      return answer.ok && (await answer.json()) === true
    }
    if (!(await isTrue('is_moderator'))) return refused
    const findings = diagnose && (await isTrue('is_admin')) ? await diagnose() : undefined
    return Response.json({ ...(await read()), findings }, { headers: { 'cache-control': 'no-store' } })
  }
}

type NotedSettings = Pick<Settings, 'smtpUrl' | 'supabase' | 'trustedProxies' | 'siteUrl' | 'site'>

/** What the database has to know of the settings, as `note_site()` takes it. */
export type SiteNote = {
  p_public: boolean
  /** Whether somebody reads the mails of the house: they are sent, or shown on a machine where HoT is tried out. */
  p_mails: boolean
  p_operator: Partial<Record<LegalField, string>>
}

export function siteNote(settings: NotedSettings): SiteNote {
  const { smtpUrl, supabase, site } = settings
  const isSent = smtpUrl !== undefined && (!supabase || supabase.secretKey !== undefined)
  return {
    p_public: isPublicSite(settings),
    p_mails: isSent || (!supabase && mailboxIsOpen(settings)),
    p_operator: Object.fromEntries(legalFieldNames.flatMap((name) => (site[name] ? [[name, site[name]]] : []))),
  }
}

/**
 * Tells the database who runs the site: without a complete legal notice a public one takes no accounts, and the contact form
 * needs an address. A failure ends no start; what was noted before holds.
 */
export async function noteSite(
  settings: NotedSettings,
  send: (note: SiteNote) => Promise<unknown>,
  log: Log,
): Promise<void> {
  await send(siteNote(settings)).catch((error: unknown) =>
    log(`Wer die Seite betreibt, ließ sich nicht in der Datenbank vermerken: ${causeLine(error)}`, 'warn'),
  )
}
