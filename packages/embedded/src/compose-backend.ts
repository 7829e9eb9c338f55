import path from 'node:path'
import { demoFor } from '../../../server/demo/start-demo.ts'
import { saveExtraMailDomains } from '../../../server/jobs/app-settings.ts'
import { appoint } from '../../../server/jobs/appoint.ts'
import { runJob, startJobs, tidy } from '../../../server/jobs/jobs.ts'
import { databaseOutbox, drainOutbox, OUTBOX_SCHEDULE } from '../../../server/mail/mail-outbox.ts'
import { pushChores } from '../../../server/push/push-chores.ts'
import type { AuthContext } from './auth/auth-context.ts'
import { authLimits, GOTRUE_RATES } from './auth/limits.ts'
import { openProviders } from './auth/oauth/oauth-provider.ts'
import { authRouter } from './auth/router.ts'
import type { Backend, BackendOptions, BackendStatus } from './backend-options.ts'
import { answerBackupRequests } from './backup/requests.ts'
import type { Engine } from './database/engine.ts'
import { migrate } from './database/migrate.ts'
import type { Database } from './database/open-database.ts'
import { asCaller, transaction } from './database/transaction.ts'
import { clientAddress } from './gateway/client-address.ts'
import { gateway } from './gateway/gateway.ts'
import { type Keys, openKeys } from './gateway/keys.ts'
import { newSecrets, readSecrets, secretsInDatabase, secretsInDirectory } from './gateway/secrets.ts'
import { mailTransport } from './mailbox/mail-transport.ts'
import { openMailbox } from './mailbox/mailbox.ts'
import { smsSender } from './mailbox/sms-sender.ts'
import { ensurePlatform, type Platform } from './platform/platform.ts'
import { openRealtime } from './realtime/open-realtime.ts'
import { openLite } from './rest/lite.ts'
import { directoryStore, memoryStore } from './storage/file-store.ts'
import { removeOrphans } from './storage/orphans.ts'

async function keysFor(engine: Engine, options: BackendOptions): Promise<Keys> {
  const { databaseUrl, dataDir, publishableKey } = options
  if (databaseUrl) return openKeys(await secretsInDatabase(engine, publishableKey), () => readSecrets(engine))
  return openKeys(dataDir ? await secretsInDirectory(dataDir, publishableKey) : await newSecrets(publishableKey))
}

async function statusOf(engine: Engine): Promise<BackendStatus> {
  try {
    const { rows } = await engine.session((session) =>
      session.query(`select current_setting('server_version') as version`),
    )
    return { database: 'ok', engine: engine.kind, version: String(rows[0]?.version) }
  } catch {
    return { database: 'away', engine: engine.kind, version: '' } // that is the answer
  }
}

function queries(engine: Engine, platform: Platform): Pick<Backend, 'query' | 'exec' | 'queryAs' | 'transaction'> {
  return {
    query: <T>(sql: string, params: unknown[] = []) =>
      transaction(engine, platform.owner, async (session) => (await session.query(sql, params)).rows as T[]),
    exec: async (sql) => void (await transaction(engine, platform.owner, (session) => session.exec(sql))),
    queryAs: <T>(claims: Parameters<Backend['queryAs']>[0], sql: string, params: unknown[] = []) =>
      asCaller(engine, claims, async (session) => (await session.query(sql, params)).rows as T[]),
    transaction: (work) =>
      transaction(engine, platform.owner, (session) =>
        work(async <R>(sql: string, params: unknown[] = []) => (await session.query(sql, params)).rows as R[]),
      ),
  }
}

/** Everything above the open database: platform, migrations, keys, REST, storage, auth, mails, demo and jobs. */
export async function composeBackend(
  database: Database,
  options: BackendOptions,
  log: (line: string) => void,
): Promise<Backend> {
  const { engine } = database
  const platform = await ensurePlatform(engine)
  const applied = await migrate(engine, platform.owner, options.migrationsDir)
  if (applied > 0) log(`Datenbank eingerichtet: ${applied === 1 ? '1 Migration' : `${applied} Migrationen`}.`)
  await engine.learnTypes()
  const keys = await keysFor(engine, options)
  const mailbox = openMailbox(options.dataDir)
  const siteUrl = options.siteUrl.replace(/\/$/, '')
  const now = () => new Date()
  const sendMail = mailTransport(options.smtpUrl, mailbox, options.siteUrl)
  const outbox = databaseOutbox(engine, platform.owner)
  const pushes = pushChores(engine, platform.owner, options.push, log)
  const context: AuthContext = {
    engine,
    role: platform.auth,
    keys,
    sendSms: options.smsHook && smsSender(options.smsHook),
    sendMail,
    siteUrl,
    providers: openProviders(options.oauth ?? {}, `${siteUrl}/auth/v1/callback`, now),
    appScheme: options.appScheme,
    limits: authLimits({ ...GOTRUE_RATES, ...options.rates }),
    log,
    now,
  }
  const address = clientAddress(options.trustedProxies ?? [])
  const auth = authRouter(context)
  const files = options.dataDir ? directoryStore(path.join(options.dataDir, 'files')) : memoryStore()
  const lite = await openLite({ engine, files, storageSecret: keys.storageSecret, log })
  if (options.extraMailDomains) await saveExtraMailDomains(engine, platform.owner, options.extraMailDomains)
  const realtime = await openRealtime({
    engine,
    platform,
    keys,
    addressOf: address,
    limits: options.realtimeLimits,
    log,
  })
  const backend: Backend = {
    realtime,
    fetch: gateway({
      keys,
      lite,
      auth: (request, info, role) => auth(request, address(request, info.remoteAddress), role),
      addressOf: address,
      guestEvents: options.guestEvents,
    }),
    ...queries(engine, platform),
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    get jwks() {
      return keys.jwks
    },
    mailbox,
    appoint: (email, role, password) => appoint(context, platform.owner, { email, role, password }),
    status: () => statusOf(engine),
    runJob: (name) => runJob(engine, platform.owner, name),
    close: database.close,
  }
  const accounts = await demoFor(backend, context, platform.owner, options, log)
  if (accounts) backend.demoAccounts = accounts
  database.ready()
  const stopJobs = await startJobs(
    engine,
    platform.owner,
    log,
    options.jobs,
    [
      { name: 'vacuum', schedule: '55 3 * * *', work: () => tidy(engine) },
      { name: 'mails', schedule: OUTBOX_SCHEDULE, work: () => drainOutbox(outbox, sendMail, siteUrl, log) },
      ...pushes.chores,
      { name: 'files', schedule: '25 4 * * *', work: () => removeOrphans(engine, files) },
    ],
    options.onJob,
  )
  const { dataDir, databaseUrl } = options
  const stopBackups = dataDir && !databaseUrl ? answerBackupRequests(engine, dataDir, log) : undefined
  backend.close = async () => {
    await stopBackups?.()
    stopJobs()
    pushes.close()
    await realtime.close()
    await database.close()
  }
  return backend
}
