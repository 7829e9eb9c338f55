import fs from 'node:fs'
import { legalFieldNames } from '@hot/domain/settings/legal-fields'
import type { Query } from '@hot/embedded'
import { z } from 'zod'
import { ofDemo } from '../demo/remove-demo.ts'
import { readJobRuns } from '../metrics/job-metrics.ts'
import type { ContentFacts, DatabaseFacts } from './facts.ts'

/** Whoever owns the tables everywhere (`packages/embedded/src/platform/roles.sql`). */
const OWNER = 'app_owner'

const SERVER_SQL = `select current_setting('server_version_num')::int as version,
  (extract(epoch from clock_timestamp()) * 1000)::float8 as at,
  coalesce((select r.rolsuper from pg_roles r where r.rolname = session_user), false) as "isSuperuser",
  (select nullif(r.rolconnlimit, -1) from pg_roles r where r.rolname = session_user) as "connectionLimit",
  current_setting('max_connections')::int as "maxConnections",
  ((select count(*) from pg_class c where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and c.relkind in ('r', 'v', 'm', 'S', 'p') and pg_get_userbyid(c.relowner) <> '${OWNER}')
   + (select count(*) from pg_proc f where f.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and pg_get_userbyid(f.proowner) <> '${OWNER}'))::int as "foreignObjects"`

const CONTENT_SQL = `select
  (select count(*) from public.profiles p where p.role = 'admin')::int as admins,
  exists (select from auth.users u where ${ofDemo('u.id')}) or exists (select from public.stars s where ${ofDemo('s.id')}) as "hasDemo",
  public.site_texts() -> 'operator' as legal,
  (select count(*) from private.mail_outbox o where o.sent_at is null and o.tries >= 10)::int as "mailsFailed",
  (select coalesce(extract(epoch from now() - min(o.created_at)), 0) from private.mail_outbox o
    where o.sent_at is null and o.tries between 1 and 9)::float8 as "oldestMailSeconds"`

type ServerRow = Omit<DatabaseFacts, 'engine' | 'askedAt' | 'content'>
type ContentRow = Omit<ContentFacts, 'legal' | 'lastJobAt' | 'failingJobs' | keyof Migrations> & { legal: unknown }
type Migrations = Pick<ContentFacts, 'migrationsOpen' | 'migrationsUnknown'>
const operatorData = z.partialRecord(z.enum(legalFieldNames), z.string()).nullable()

/** The versions of migrations in a folder, and how many of them the database has run. */
async function migrationsIn(query: Query, migrationsDir: string) {
  const files = fs.readdirSync(migrationsDir).flatMap((name) => /^(\d{14})_.*\.sql$/.exec(name)?.[1] ?? [])
  const ran = await query<{ version: string }>('select version from supabase_migrations.schema_migrations')
  const known = new Set(ran.map(({ version }) => version))
  return {
    migrationsOpen: files.filter((version) => !known.has(version)).length,
    migrationsUnknown: [...known].filter((version) => !files.includes(version)).length,
  }
}

async function readContent(query: Query, migrationsDir: string): Promise<ContentFacts> {
  const [row] = await query<ContentRow>(CONTENT_SQL)
  if (!row) throw new Error('The database told nothing about its content.')
  const runs = await readJobRuns((sql) => query(sql))
  return {
    ...row,
    ...(await migrationsIn(query, migrationsDir)),
    lastJobAt: Math.max(0, ...runs.map(({ succeededAt }) => succeededAt * 1000)),
    failingJobs: runs.filter(({ failedAt, succeededAt }) => failedAt > succeededAt).map(({ name }) => name),
    legal: operatorData.parse(row.legal) ?? {},
  }
}

/**
 * Asks the database about itself and what an installation needs in it; changes nothing. `asOwner`: statements as the owner
 * of the tables, who after a wrong pg_restore may not read them.
 */
export async function readDatabase(
  { query, asOwner }: { query: Query; asOwner: Query },
  engine: DatabaseFacts['engine'],
  migrationsDir: string,
): Promise<DatabaseFacts> {
  const [server] = await query<ServerRow>(SERVER_SQL)
  if (!server) throw new Error('The database told nothing about itself.')
  const askedAt = Date.now()
  // Without owners nothing can be read, which is then the finding.
  const content =
    server.foreignObjects > 0
      ? await readContent(asOwner, migrationsDir).catch(() => undefined)
      : await readContent(asOwner, migrationsDir)
  return { engine, ...server, connectionLimit: server.connectionLimit ?? undefined, askedAt, content }
}
