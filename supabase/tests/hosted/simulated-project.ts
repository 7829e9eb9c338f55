import fs from 'node:fs'
import path from 'node:path'
import type { Session } from '@hot/embedded/database/engine'
import { sqlStatements } from '@hot/embedded/database/migrate'
import { openPostgres } from '@hot/embedded/database/postgres'
import { startPostgres } from '../../../scripts/suites/throwaway-postgres.ts'
import { migrationsDir } from '../support/database.ts'

const platformDir = path.resolve(import.meta.dirname, '../../../packages/embedded/src/platform')

/** A server with one simulated project. `urlOf` gives its address for one of its roles; no password is needed. */
export type SimulatedProject = {
  urlOf: (role: string) => string
  /** Runs statements as one of its login roles, each in its own transaction; the rows of the last one. */
  as: (role: string, ...statements: string[]) => Promise<Record<string, unknown>[]>
  stop: () => void
}

/**
 * GoTrue's and Storage's tables, which those services make in a project. The embedded backend's files have them, with its
 * own owner in the place of `postgres`.
 */
function tablesOfServices(): string[] {
  return ['auth.sql', 'passkeys.sql', 'storage.sql'].map((file) =>
    fs
      .readFileSync(path.join(platformDir, file), 'utf8')
      .replaceAll('app_owner', 'postgres')
      .replaceAll(/^grant usage on schema .*$/gm, ''),
  )
}

/** Storage refuses deletions that it did not make itself (supabase/storage, migrations/tenant: storage.protect_delete). */
const PROTECTED = `create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed.' using errcode = '42501';
  end if;
  return null;
end $$;
create trigger protect_objects_delete before delete on storage.objects for each statement execute function storage.protect_delete();`

async function inSession<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const engine = openPostgres(url, () => {})
  try {
    return await engine.session(work)
  } finally {
    await engine.close()
  }
}

/** A new project on a PostgreSQL server of its own, whose roles no other test sees. Throws when PostgreSQL is not installed. */
export async function startProject(): Promise<SimulatedProject> {
  const server = await startPostgres()
  const urlOf = (role: string) => Object.assign(new URL(server.url), { username: role }).href
  const as: SimulatedProject['as'] = (role, ...statements) =>
    inSession(urlOf(role), async (session) => {
      let rows: Record<string, unknown>[] = []
      for (const statement of statements) rows = await session.exec(statement)
      return rows
    })
  try {
    await as('platform', 'create role supabase_admin superuser login bypassrls')
    const services = tablesOfServices().map((sql) => `begin; ${sql}; commit`)
    await as('supabase_admin', fs.readFileSync(path.join(import.meta.dirname, 'project.sql'), 'utf8'), ...services)
    await as('supabase_admin', `begin; set local role supabase_storage_admin; ${PROTECTED}; commit`)
  } catch (error) {
    server.stop()
    throw error
  }
  return { urlOf, as, stop: server.stop }
}

/** Policies of Storage's tables: the platform's extension supautils runs them as a superuser when `postgres` makes them. */
const OF_STORAGE = /^(?:create|drop|alter) policy .* on storage\.objects/is

/** Applies migrations as `supabase db push` does: as `postgres`, which is no superuser, each file in one transaction. */
export async function pushMigrations(project: SimulatedProject): Promise<string[]> {
  const files = fs.readdirSync(migrationsDir).sort()
  await inSession(project.urlOf('supabase_admin'), async (session) => {
    for (const file of files) {
      await session.exec('begin')
      for (const { text } of sqlStatements(fs.readFileSync(path.join(migrationsDir, file), 'utf8'))) {
        const code = text.replaceAll(/^\s*--.*$/gm, '').trim()
        const owner = OF_STORAGE.test(code) ? 'supabase_admin' : 'postgres'
        await session.exec(`set session authorization ${owner}`)
        await session.exec(text).catch((error: Error) => {
          throw new Error(`${file}: ${error.message}\n${code.slice(0, 200)}`, { cause: error })
        })
      }
      await session.exec('set session authorization postgres; commit')
    }
    await session.exec('reset session authorization')
  })
  return files
}
