import type { DemoAccount } from '../../../server/demo/accounts.ts'
import type { Staff } from '../../../server/jobs/appoint.ts'
import type { Job, JobResult } from '../../../server/jobs/jobs.ts'
import type { PushOptions } from '../../../server/push/push-senders.ts'
import type { AuthRates } from './auth/limits.ts'
import type { OAuthOptions } from './auth/oauth/oauth-options.ts'
import type { Claims } from './database/transaction.ts'
import type { CallerInfo } from './gateway/gateway.ts'
import type { Limit } from './gateway/rate-limit.ts'
import type { Mailbox } from './mailbox/mailbox.ts'
import type { SmsHook } from './mailbox/sms-sender.ts'
import type { RealtimeLimits } from './realtime/limits.ts'
import type { Realtime } from './realtime/open-realtime.ts'

export type BackendOptions = {
  /** Directory for database, secrets, mails and files; undefined: everything in memory. Its parent must exist. */
  dataDir?: string | undefined
  /** A PostgreSQL server (15 or newer) instead of the embedded database. */
  databaseUrl?: string | undefined
  /** Origin people see, without a slash at the end. Links in mails and redirects lead there and nowhere else. */
  siteUrl: string
  /** `smtp[s]://user:password@host:port?from=…`; without it mails go to the mailbox. */
  smtpUrl?: string | undefined
  /** Sign-in with Google and Apple; each is off without its part. */
  oauth?: OAuthOptions | undefined
  /** URL scheme of the native app: `SCHEME://oauth/callback` is a redirect target beside the site. */
  appScheme?: string | undefined
  /** Sends the codes of second factors by phone; without it phones are refused as a factor. */
  smsHook?: SmsHook | undefined
  /** Services that push notifications go through; without any they are not sent. */
  push?: PushOptions | undefined
  /** Replaces the generated one. */
  publishableKey?: string | undefined
  /** Mail domains to allow beside the fixed list (stored in `app_settings`). */
  extraMailDomains?: string[] | undefined
  /** `auto`: demo content when the database is empty and embedded; `true`: when it is empty; default: none. */
  demo?: boolean | 'auto' | undefined
  migrationsDir: string
  /** One German line of progress or trouble. Never holds what a person typed. */
  log?: ((line: string) => void) | undefined
  /** Addresses or CIDR of proxies whose `X-Forwarded-For` counts. */
  trustedProxies?: string[] | undefined
  /** Deviations from GoTrue's rate limits; tests need some. */
  rates?: Partial<AuthRates> | undefined
  /** How many usage events guests of one address may send; tests need fewer. */
  guestEvents?: Limit | undefined
  /** Deviations from what a realtime client may cost; tests need some. */
  realtimeLimits?: Partial<RealtimeLimits> | undefined
  /** Told the name of each scheduled job that this process has done. */
  onJob?: ((name: string) => void) | undefined
  /** Scheduled jobs; an empty list runs none. */
  jobs?: readonly Job[] | undefined
}

export type BackendStatus = { database: 'ok' | 'away'; engine: 'pglite' | 'postgres'; version: string }

/** The embedded Supabase: its wire by `fetch`, its database by `query`. */
export type Backend = {
  /** Answers `/rest/v1`, `/auth/v1` and `/storage/v1`; everything else is 404. */
  fetch(request: Request, info?: CallerInfo): Promise<Response>
  /** Answers the upgrade of `/realtime/v1/websocket`. */
  realtime: Realtime
  /** One statement as the owner of our tables (no superuser, past row-level security). */
  query<T>(sql: string, params?: unknown[]): Promise<T[]>
  /** Several statements without parameters, in one transaction as the owner: for bulk loads. */
  exec(sql: string): Promise<void>
  /** One statement in a transaction as the person the claims describe, as PostgREST would run it. */
  queryAs<T>(claims: Claims, sql: string, params?: unknown[]): Promise<T[]>
  /** Several statements in one transaction as the owner; rolled back when `work` fails. */
  transaction<T>(work: (query: <R>(sql: string, params?: unknown[]) => Promise<R[]>) => Promise<T>): Promise<T>
  publishableKey: string
  secretKey: string
  /** Public keys that verify access tokens. */
  jwks: { keys: object[] }
  mailbox: Mailbox
  /** Only in demo mode. */
  demoAccounts?: DemoAccount[]
  /** Gives the account of an address a role, and makes a confirmed account with this password where there is none. */
  appoint(email: string, role: Staff, password: string): Promise<{ id: string; made: boolean }>
  status(): Promise<BackendStatus>
  /** Runs `private.NAME()` now. */
  runJob(name: string): Promise<JobResult>
  close(): Promise<void>
}
