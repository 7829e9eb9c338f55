import fs from 'node:fs/promises'
import path from 'node:path'
import type { InstallationState } from '@hot/domain/contract/site'
import type { PublicConfig } from '../http/app.ts'
import type { Settings } from '../settings/settings.ts'
import type { Ask } from './backend-watch.ts'

/** The parts of an installation that the public configuration needs. `publishableKey` comes from the backend. */
export type PublicConfigSource = {
  settings: Pick<Settings, 'supabase' | 'site' | 'push' | 'worker'> & {
    monitoring: Pick<Settings['monitoring'], 'reports'>
  }
  siteUrl: string
  link: { publishableKey: string }
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
})

/** An empty file in HOT_DATA_DIR that the operator's script touches when a copy is complete (docs/operations/backup.md). */
export const backupMarker = 'backup-done'

/** When the last backup was complete, as an ISO instant; null: never. */
export async function lastBackupAt(dataDir: string): Promise<string | null> {
  try {
    return (await fs.stat(path.join(dataDir, backupMarker))).mtime.toISOString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

type Read = Pick<Settings, 'dataDir' | 'smtpUrl' | 'supabase'>

/** Whether mails are delivered, and the time of the last backup. Throws when the data directory cannot be read. */
export async function readSiteState({ dataDir, smtpUrl, supabase }: Read): Promise<InstallationState> {
  const backups = supabase
    ? ({ by: 'supabase', at: null } as const)
    : ({ by: 'operator', at: await lastBackupAt(dataDir) } as const)
  return { mails: smtpUrl !== undefined, backups }
}

type Options = { ask: Ask; backendUrl: string; publishableKey: string; read: () => Promise<InstallationState> }

/** Answers staff only, as determined by the database. Throws BackendAway. */
export function siteStateRoute({ ask, backendUrl, publishableKey, read }: Options) {
  return async (authorization: string | undefined): Promise<Response> => {
    const refused = Response.json({ message: 'Das darf nur das Team.' }, { status: 403 })
    if (!authorization) return refused
    const headers = { apikey: publishableKey, authorization, accept: 'application/json' }
    const answer = await ask(new Request(`${backendUrl}/rest/v1/rpc/is_moderator`, { headers }))
    if (!answer.ok || (await answer.json()) !== true) return refused
    return Response.json(await read(), { headers: { 'cache-control': 'no-store' } })
  }
}
