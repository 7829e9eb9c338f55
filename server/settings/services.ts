import type { ServiceName } from '@hot/domain/privacy/services'
import { namedDatabases } from './backend-settings.ts'
import type { Settings } from './settings.ts'

/** The settings that say which services outside receive something. */
export type ServiceSettings = Pick<
  Settings,
  | 'supabase'
  | 'databaseUrl'
  | 'databasePoolUrl'
  | 'databaseReadUrl'
  | 'signIn'
  | 'push'
  | 'worker'
  | 'smtpUrl'
  | 'messages'
  | 'files'
  | 'backup'
  | 'cdn'
  | 'classifier'
> & { monitoring: Pick<Settings['monitoring'], 'reports'> }

/** Services outside that this installation uses, in the order in which the privacy policy names them. */
export function servicesOf(settings: ServiceSettings): ServiceName[] {
  const { supabase, signIn, push, monitoring } = settings
  const used: Record<ServiceName, boolean> = {
    database: supabase !== undefined,
    postgres: namedDatabases(settings).some(({ isOutside }) => isOutside),
    // A project's own providers are set there: they are named rather than left out.
    google: supabase !== undefined || signIn.oauth.google !== undefined,
    apple: supabase !== undefined || signIn.oauth.apple !== undefined,
    webPush: settings.worker && push.vapid !== undefined,
    applePush: push.apns !== undefined,
    googlePush: push.fcm !== undefined,
    mail: supabase !== undefined || settings.smtpUrl !== undefined,
    sms: settings.messages.smsHook !== undefined,
    pictures: settings.files.s3 !== undefined,
    backups: settings.backup.away.bucket !== undefined || settings.backup.away.hook !== undefined,
    cdn: settings.cdn !== undefined,
    errors: monitoring.reports !== undefined,
    classifier: settings.classifier !== undefined,
  }
  return (Object.keys(used) as ServiceName[]).filter((name) => used[name])
}
