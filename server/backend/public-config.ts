import type { PublicConfig } from '../http/app.ts'
import type { Settings } from '../settings/settings.ts'

/** Of an installation, what browsers need to know of it. `publishableKey` is made with the backend. */
export type Told = {
  settings: Pick<Settings, 'supabase' | 'site' | 'push' | 'worker'> & {
    monitoring: Pick<Settings['monitoring'], 'reports'>
  }
  siteUrl: string
  link: { publishableKey: string }
}

/** What browsers and shells are told, in `/config.json` and partly in every document. */
export const publicConfig = ({ settings, siteUrl, link }: Told): PublicConfig => ({
  supabaseUrl: settings.supabase?.url ?? '',
  publishableKey: link.publishableKey,
  siteUrl,
  site: settings.site,
  // Without a worker no browser can show a message.
  webPushKey: settings.worker ? settings.push.vapid?.publicKey : undefined,
  reports: settings.monitoring.reports,
  worker: settings.worker ? undefined : 'off',
})
