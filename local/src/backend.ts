import path from 'node:path'
import type { Engine } from './database/engine.ts'
import { openPglite } from './database/pglite.ts'
import { openPostgres } from './database/postgres.ts'
import { asCaller, type Claims, transaction } from './database/transaction.ts'
import { type CallerInfo, gateway } from './gateway.ts'
import { openKeys } from './keys.ts'
import { migrate } from './migrate.ts'
import { ensurePlatform } from './platform/platform.ts'
import { openLite } from './rest/lite.ts'
import { secretsForNow, secretsInDatabase, secretsInDirectory } from './secrets.ts'

export type BackendOptions = {
  /** Directory for database and secrets; undefined: in memory. */
  dataDir?: string
  /** A PostgreSQL server instead of the embedded one. */
  databaseUrl?: string
  siteUrl: string
  smtpUrl?: string
  publishableKey?: string
  extraMailDomains?: string[]
  demo?: boolean | 'auto'
  migrationsDir: string
  log?: (line: string) => void
  trustedProxies?: string[]
}

/** The embedded Supabase: its wire by `fetch`, its database by `query`. */
export type Backend = {
  /** Answers `/rest/v1`, `/auth/v1` and `/storage/v1`; everything else is 404. */
  fetch(request: Request, info?: CallerInfo): Promise<Response>
  /** One statement as the owner of our tables (no superuser, past row-level security). */
  query<T>(sql: string, params?: unknown[]): Promise<T[]>
  /** One statement in a transaction as the person the claims describe, as PostgREST would run it. */
  queryAs<T>(claims: Claims, sql: string, params?: unknown[]): Promise<T[]>
  publishableKey: string
  secretKey: string
  jwks: { keys: object[] }
  close(): Promise<void>
}

async function openEngine(options: BackendOptions, log: (line: string) => void): Promise<Engine> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, log)
  return openPglite(options.dataDir && path.join(options.dataDir, 'pg'))
}

/** Opens database, secrets, REST and auth, and applies the migrations. Fails with a `StartError` in one German line. */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const log = options.log ?? (() => {})
  const engine = await openEngine(options, log)
  const platform = await ensurePlatform(engine)
  await migrate(engine, platform.owner, options.migrationsDir, log)
  await engine.learnTypes()
  const secrets = options.databaseUrl
    ? await secretsInDatabase(engine, options.publishableKey)
    : options.dataDir
      ? await secretsInDirectory(options.dataDir, options.publishableKey)
      : await secretsForNow(options.publishableKey)
  const keys = await openKeys(secrets)
  const lite = await openLite(engine)
  return {
    fetch: gateway({ keys, lite, auth: async () => Response.json({ message: 'Not Found' }, { status: 404 }) }),
    query: async <T>(sql: string, params: unknown[] = []) =>
      transaction(engine, platform.owner, async (session) => (await session.query(sql, params)).rows as T[]),
    queryAs: async <T>(claims: Claims, sql: string, params: unknown[] = []) =>
      asCaller(engine, claims, async (session) => (await session.query(sql, params)).rows as T[]),
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    jwks: keys.jwks,
    close: () => engine.close(),
  }
}
