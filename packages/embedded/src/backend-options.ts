import type { ChangeRules, MailRules, SignUpRules } from './auth/auth-context.ts'
import type { AuthRates, LimitName } from './auth/limits.ts'
import type { OAuthOptions } from './auth/oauth/options.ts'
import type { PasskeyOptions } from './auth/passkeys/relying-party.ts'
import type { PasswordRules } from './auth/passwords/passwords.ts'
import type { Load } from './database/engine.ts'
import type { Limits } from './database/limits.ts'
import type { Program } from './database/migrate.ts'
import type { Claims } from './database/transaction.ts'
import type { Admit, BodyLimits, CallerInfo, Classify, Guard, Spent } from './gateway/gateway.ts'
import type { Log } from './log.ts'
import type { AccountMailCounts } from './mailbox/account-mail-queue.ts'
import type { Mailbox, SendMail } from './mailbox/mailbox.ts'
import type { SmsHook } from './mailbox/sms-sender.ts'
import type { Processes } from './processes.ts'
import type { RealtimeLimits } from './realtime/limits.ts'
import type { Realtime } from './realtime/open-realtime.ts'
import type { Replica } from './replica.ts'
import type { RestRequests } from './rest/requests/allowed-requests.ts'
import type { S3Options } from './storage/s3-store.ts'
import type { BodyOptions } from './wire/bodies.ts'

export type BackendOptions = {
  /** Directory for database, secrets, mails and files; undefined: everything in memory. Its parent must exist. */
  dataDir?: string | undefined
  /** A PostgreSQL server (15 or newer) instead of the embedded database. */
  databaseUrl?: string | undefined
  /** A pooler in front of that server, in transaction mode, for requests. Listening and starts use `databaseUrl`. */
  databasePoolUrl?: string | undefined
  /** A replica of that server by streaming, for what guests read through functions that only read. */
  databaseReadUrl?: string | undefined
  /** How long, in ms, to wait for a server that is not there yet; default: not at all. One line is logged. */
  databasePatience?: number | undefined
  /** A bucket for uploaded files, in place of the directory. */
  s3?: S3Options | undefined
  /** Files named as `supabase migration new` names them; the missing ones are applied at start. */
  migrationsDir: string
  /**
   * Directory with what `makePrepared` of `platform/prepared` has packed: a new embedded database is unpacked from it if it was
   * made of these very migrations, and otherwise made by them.
   */
  preparedDatabases?: string | undefined
  /**
   * Lets an older version of the program serve the database of a newer one, as long as the schema allows it; default: a
   * database that knows further migrations is refused.
   */
  program?: Program | undefined
  /** Public origin, without trailing slash. Links in mails and redirects only lead there. */
  siteUrl: string
  /** `smtp[s]://user:password@host:port?from=…`; without it mails go to the mailbox. */
  smtpUrl?: string | undefined
  /** Name of the sender when `smtpUrl` has no `from`. */
  mailSender?: string | undefined
  /** Directory of the account mails by Supabase's names (`confirmation.html`, …); default: plain English ones. */
  mailTemplatesDir?: string | undefined
  /** Asked for each mail of an account: who writes it, put where its template has `<!-- operator -->`. */
  mailSignature?: (() => string | undefined) | undefined
  /** Sign-in with Google and Apple; each is disabled when absent. */
  oauth?: OAuthOptions | undefined
  /** Passkeys, as sign-in and second factor; without it there are none. */
  passkeys?: PasskeyOptions | undefined
  /** URL scheme of a native app: `SCHEME://oauth/callback` is a redirect target beside the site. */
  appScheme?: string | undefined
  /** Sends the codes of second factors by phone; without it phones are rejected as a factor. */
  smsHook?: SmsHook | undefined
  /** The hook that runs before an account is created, and the trigger rejections that are shown to users. */
  signUp?: SignUpRules | undefined
  /** How the mails that somebody asks for are counted, where the site's own functions send some as well. */
  mails?: MailRules | undefined
  /** What is asked before an account changes. */
  changes?: ChangeRules | undefined
  /** Which passwords are refused besides short ones. */
  passwords?: PasswordRules | undefined
  /** Replaces the generated one. */
  publishableKey?: string | undefined
  /** Addresses or CIDR of proxies whose `X-Forwarded-For` counts. */
  trustedProxies?: string[] | undefined
  /** Overrides of GoTrue's rate limits. */
  rates?: Partial<AuthRates> | undefined
  /** Called with the name of a limit of sign-in (`AuthRates`) each time it refuses somebody, for metrics. */
  onLimit?: ((name: LimitName) => void) | undefined
  /** Called with the ms that each statement took, in the async context of its caller. */
  onStatement?: ((ms: number) => void) | undefined
  /** The same for each wait for a session of the database. */
  onSession?: ((ms: number) => void) | undefined
  /** The same for each request's wait for its turn at the database, before it asks for a session. */
  onTurn?: ((ms: number) => void) | undefined
  /** Called after each try to send a mail, with whether it was taken. */
  onMail?: ((sent: boolean) => void) | undefined
  /** Called when live updates were sent, with the ms since the first change among them was heard of. */
  onDelivered?: ((ms: number) => void) | undefined
  /** Overrides of the realtime limits. */
  realtimeLimits?: Partial<RealtimeLimits> | undefined
  /**
   * Published tables (`schema.name`) for which row-level security is asked once for all members who want a row, where its
   * answer is the same for all. README, Realtime, says what their policies must keep to.
   */
  realtimeDecidedOnce?: readonly string[] | undefined
  /** Called before the body of each REST or storage request is read, for limits of requests. */
  admit?: Admit | undefined
  /** Overrides of the sizes of request bodies. */
  bodyLimits?: Partial<BodyLimits> | undefined
  /** Overrides of how long bodies may take, and of how many may be open. */
  bodies?: Partial<BodyOptions> | undefined
  /** Called before each REST or storage request, for limits that SQL cannot enforce. */
  guard?: Guard | undefined
  /** Called after each REST or storage request with what it took of the database, for limits of that. */
  spent?: Spent | undefined
  /** How urgent each REST request from outside is, where more come than the database can carry; default: all are alike. */
  classify?: Classify | undefined
  /** What REST offers, by table; default: every table, with all of PostgREST's grammar but regular expressions. */
  restRequests?: RestRequests | undefined
  /**
   * `schema.function` without arguments, called before each REST or storage request that carries a member's token, in
   * its transaction: PostgREST's `db-pre-request`. It refuses by raising, e.g. `PT401` for a session that has ended.
   */
  preRequest?: string | undefined
  /**
   * Seeds the installation: runs once everything is open and migrated, before the first start counts as finished. An
   * embedded first start that is interrupted here starts over with an empty database.
   */
  prepare?: ((backend: Backend) => Promise<void>) | undefined
  log?: Log | undefined
}

export type BackendStatus = { database: 'ok' | 'away'; engine: 'pglite' | 'postgres'; version: string }

/** One statement in the transaction of the caller. */
export type Query = <T>(sql: string, params?: unknown[]) => Promise<T[]>

/** The embedded Supabase: its HTTP API by `fetch`, its database by `query`. */
export type Backend = {
  /** Answers `/rest/v1`, `/auth/v1` and `/storage/v1`; everything else is 404. */
  fetch(request: Request, info?: CallerInfo): Promise<Response>
  /** Answers the upgrade of `/realtime/v1/websocket`. */
  realtime: Realtime
  /** One statement as the owner of the tables (not a superuser, bypasses row-level security). */
  query: Query
  /** Several statements without parameters, in one transaction as the owner: for bulk loads. */
  exec(sql: string): Promise<void>
  /** One statement in a transaction as the person the claims describe, as PostgREST would run it. */
  queryAs<T>(claims: Claims, sql: string, params?: unknown[]): Promise<T[]>
  /**
   * Several statements in one transaction as the owner; rolled back when `work` fails. Each may take 30 s unless other
   * limits are given.
   */
  transaction<T>(work: (query: Query) => Promise<T>, limits?: Limits): Promise<T>
  /** Messages between the processes on one server; absent on the embedded database, which has one process. */
  processes?: Processes | undefined
  /** What guests read through the replica; absent without one. */
  replica?: Pick<Replica, 'isFresh' | 'lag' | 'caughtUp'> | undefined
  publishableKey: string
  /** As it is now: a command may have changed it. */
  readonly secretKey: string
  /** Public keys that verify access tokens. */
  jwks: { keys: object[] }
  mailbox: Mailbox
  /** Sends by SMTP or to the mailbox, at once. */
  sendMail: SendMail
  /**
   * To be called every few seconds: sends queued mails of accounts again that a mail server did not take. Each is sent
   * for the first time right after the request that asked for it.
   */
  sendAccountMails(): Promise<void>
  accountMails(): Promise<AccountMailCounts>
  /**
   * The confirmed account of an address; `made`: it is new or was unconfirmed, and has this password. Fails with an
   * `AuthError`.
   */
  ensureAccount(email: string, password: string): Promise<{ id: string; made: boolean }>
  /**
   * Sets up an authenticator app for an account without one and gives its secret (base32), for seeding; undefined when
   * the account has a second factor already.
   */
  seedTotp(userId: string, name: string): Promise<string | undefined>
  status(): Promise<BackendStatus>
  /** Sessions of the database in use, and callers that wait for one. */
  load(): Omit<Load, 'took' | 'waited'>
  /** To be called once a day: frees space and updates statistics when the database does not do so itself. */
  vacuum(): Promise<void>
  /** To be called once a day: removes files without a row in `storage.objects`. */
  removeOrphans(): Promise<number>
  /** Waits for what goes on after answers: the mails of accounts. `close` does so as well. */
  idle(): Promise<void>
  close(): Promise<void>
}
