import { ensureAccount } from './auth/admin/ensure-account.ts'
import type { AuthContext } from './auth/auth-context.ts'
import { AuthError } from './auth/auth-error.ts'
import { seedTotp } from './auth/factors/enrolment.ts'
import { authLimits, GOTRUE_RATES } from './auth/limits.ts'
import { openProviders } from './auth/oauth/provider.ts'
import { relyingParty } from './auth/passkeys/relying-party.ts'
import { authRouter } from './auth/router.ts'
import type { Backend, BackendOptions, BackendStatus, Query } from './backend-options.ts'
import { type BackgroundWork, backgroundWork } from './background-work.ts'
import { answerBackupRequests } from './backup/embedded-copy.ts'
import type { Engine, Session } from './database/engine.ts'
import { BULK_LIMITS, type Limits } from './database/limits.ts'
import { migrate } from './database/migrate.ts'
import type { Database } from './database/open-database.ts'
import { asCaller, transaction } from './database/transaction.ts'
import { gateway } from './gateway/gateway.ts'
import { type Keys, openKeys } from './keys/keys.ts'
import { newSecrets, readSecrets, secretsInDatabase, secretsInDirectory } from './keys/secrets.ts'
import type { Log } from './log.ts'
import { type AccountPost, accountMailQueue, immediatePost, queuedPost } from './mailbox/account-mail-queue.ts'
import { accountMails } from './mailbox/mail-templates.ts'
import { mailTransport, openMailbox, toldMails } from './mailbox/mailbox.ts'
import { smsSender } from './mailbox/sms-sender.ts'
import { ensurePlatform, type Platform } from './platform/platform.ts'
import { openProcesses } from './processes.ts'
import { openRealtime } from './realtime/open-realtime.ts'
import { openLite } from './rest/lite.ts'
import { type FileStore, removeOrphans } from './storage/file-store.ts'
import { openFiles } from './storage/open-files.ts'
import { clientAddress } from './wire/callers.ts'
import { words } from './words.ts'

async function preparePlatform(
  { engine }: Database,
  { migrationsDir, program }: BackendOptions,
  log: Log,
): Promise<Platform> {
  const platform = await ensurePlatform(engine)
  const { applied, ahead } = await migrate(engine, platform.owner, migrationsDir, program)
  if (ahead > 0) log(words.log.newerDatabase)
  if (applied > 0) log(words.log.migrated(applied))
  await engine.learnTypes()
  return platform
}

async function keysFor(engine: Engine, options: BackendOptions): Promise<Keys> {
  const { databaseUrl, dataDir, publishableKey } = options
  if (databaseUrl) return openKeys(await secretsInDatabase(engine, publishableKey), () => readSecrets(engine))
  return openKeys(dataDir ? await secretsInDirectory(dataDir, publishableKey) : await newSecrets(publishableKey))
}

/** Monitors ask every few seconds: one that waited as long as the server's own work would keep a session from others. */
const STATUS_LIMITS: Limits = { statement: 5_000, turn: 30_000 }

async function statusOf(engine: Engine): Promise<BackendStatus> {
  try {
    const { rows } = await engine.session(
      (session) => session.query(`select current_setting('server_version') as version`),
      STATUS_LIMITS,
    )
    return { database: 'ok', engine: engine.kind, version: String(rows[0]?.version) }
  } catch {
    return { database: 'away', engine: engine.kind, version: '' } // that is the answer
  }
}

const queryIn =
  (session: Session): Query =>
  async <T>(sql: string, params: unknown[] = []) =>
    (await session.query(sql, params)).rows as T[]

/** An embedded database has no autovacuum. VACUUM cannot run in a transaction, so a function cannot do this. */
async function vacuum(engine: Engine): Promise<void> {
  if (engine.kind !== 'pglite') return
  await engine.session((session) => session.exec('vacuum analyze'), BULK_LIMITS)
}

type Sql = Pick<Backend, 'query' | 'exec' | 'queryAs' | 'transaction' | 'status' | 'load' | 'vacuum'>

function sqlOf(engine: Engine, { owner }: Platform): Sql {
  return {
    query: (sql, params) => transaction(engine, owner, (session) => queryIn(session)(sql, params)),
    exec: async (sql) => void (await transaction(engine, owner, (session) => session.exec(sql), BULK_LIMITS)),
    queryAs: (claims, sql, params) => asCaller(engine, claims, (session) => queryIn(session)(sql, params)),
    transaction: (work, limits) => transaction(engine, owner, (session) => work(queryIn(session)), limits),
    status: () => statusOf(engine),
    load: () => ({ inUse: engine.load.inUse, sessions: engine.load.sessions, waiting: engine.load.waiting }),
    vacuum: () => vacuum(engine),
  }
}

/** Refusals of an account's mails are answers that nobody waits for. Others by their kind only, without user input. */
function logFailure(error: unknown, log: Log): void {
  if (error instanceof AuthError && error.status < 500) return
  log(words.log.mailNotMade(error instanceof Error ? error.name : undefined), 'error')
}

type Services = { engine: Engine; platform: Platform; keys: Keys; background: BackgroundWork; post: AccountPost }

function authContext(services: Services, options: BackendOptions, log: Log): AuthContext {
  const { engine, platform, keys, background, post } = services
  const siteUrl = options.siteUrl.replace(/\/$/, '')
  const now = () => new Date()
  return {
    engine,
    role: platform.auth,
    keys,
    post,
    accountMail: accountMails(options.mailTemplatesDir, options.mailSignature),
    sendSms: options.smsHook && smsSender(options.smsHook),
    signUp: options.signUp ?? {},
    mails: options.mails ?? {},
    changes: options.changes ?? {},
    passwords: options.passwords ?? {},
    siteUrl,
    providers: openProviders(options.oauth ?? {}, `${siteUrl}/auth/v1/callback`, now),
    relyingParty: platform.passkeys ? relyingParty(siteUrl, options.passkeys) : undefined,
    appScheme: options.appScheme,
    limits: authLimits(engine, { ...GOTRUE_RATES, ...options.rates }, log, options.onLimit ?? (() => {})),
    background,
    log,
    now,
  }
}

/**
 * Composes all that builds on the open database: platform, migrations, keys, REST, storage, auth, mails and realtime.
 * Processes that start on one database at once take turns: the first creates what the others find.
 */
export const composeBackend = (
  database: Database,
  options: BackendOptions,
  log: Log,
  files?: FileStore,
): Promise<Backend> =>
  database.engine.alone(async () => compose(database, files ?? (await openFiles(options, log)), options, log))

async function compose(database: Database, files: FileStore, options: BackendOptions, log: Log): Promise<Backend> {
  const { engine, replica } = database
  const { dataDir, databaseUrl, siteUrl } = options
  engine.load.took = options.onStatement
  engine.load.waited = options.onSession
  if (replica) Object.assign(replica.engine.load, { took: options.onStatement, waited: options.onSession })
  const platform = await preparePlatform(database, options, log)
  const keys = await keysFor(engine, options)
  const mailbox = openMailbox(dataDir)
  const transport = mailTransport({ smtpUrl: options.smtpUrl, mailbox, siteUrl, sender: options.mailSender })
  const sendMail = toldMails(transport, options.onMail)
  const mails = accountMailQueue({ engine, role: platform.auth, send: sendMail, log })
  const background = backgroundWork((error) => logFailure(error, log))
  const post = options.smtpUrl ? queuedPost(mails, background) : immediatePost(sendMail)
  const context = authContext({ engine, platform, keys, background, post }, options, log)
  const auth = authRouter(context)
  const addressOf = clientAddress(options.trustedProxies ?? [])
  const lite = await openLite({
    engine,
    replica,
    files,
    storageSecret: () => keys.storageSecret,
    preRequest: options.preRequest,
    requests: options.restRequests,
    log,
  })
  const realtime = await openRealtime({
    engine,
    platform,
    keys,
    addressOf,
    limits: options.realtimeLimits,
    decidedOnce: options.realtimeDecidedOnce,
    onDelivered: options.onDelivered,
    log,
  })
  const { processes, stop: stopListening } = openProcesses(engine)
  const backend: Backend = {
    ...sqlOf(engine, platform),
    processes: databaseUrl ? processes : undefined,
    replica,
    realtime,
    fetch: gateway({
      keys,
      sessions: engine.load.sessions,
      lite,
      auth: (request, info, role) => auth(request, addressOf(request, info.remoteAddress), role),
      addressOf,
      admit: options.admit,
      guard: options.guard,
      spent: options.spent,
      classify: options.classify,
      onTurn: options.onTurn,
      bodyLimits: options.bodyLimits,
      bodies: options.bodies,
    }),
    publishableKey: keys.publishableKey,
    get secretKey() {
      return keys.secretKey
    },
    get jwks() {
      return keys.jwks
    },
    mailbox,
    sendMail,
    sendAccountMails: mails.send,
    accountMails: mails.count,
    ensureAccount: (email, password) => ensureAccount(context, email, password),
    seedTotp: (userId, name) => seedTotp(context, userId, name),
    removeOrphans: () => removeOrphans(engine, files),
    idle: background.idle,
    close: database.close,
  }
  await options.prepare?.(backend)
  database.ready()
  const stopBackups = dataDir && !databaseUrl ? answerBackupRequests(engine, dataDir, log) : undefined
  backend.close = async () => {
    await stopBackups?.()
    await stopListening()
    await realtime.close()
    await mails.stop()
    await background.idle()
    await database.close()
  }
  return backend
}
