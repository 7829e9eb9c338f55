import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Engine, isPgError } from '../database/engine.ts'
import { transaction } from '../database/transaction.ts'
import { StartError } from '../directory/start-error.ts'

const FILES = ['roles.sql', 'schemas.sql', 'auth.sql', 'storage.sql', 'realtime.sql'] as const
const read = (file: string) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')

/** The platform that a database offers: `owner` runs our migrations, `auth` may write GoTrue's tables. */
export type Platform = { owner: string; auth: string; hosted: boolean }

const SUPABASE: Platform = { owner: 'postgres', auth: 'postgres', hosted: true }
const OURS: Platform = { owner: 'app_owner', auth: 'supabase_auth_admin', hosted: false }

async function found(engine: Engine): Promise<{ hosted: boolean; made: boolean; published: boolean }> {
  const { rows } = await engine.session((session) =>
    session.query(`select exists (select from pg_roles where rolname = 'supabase_admin') as hosted,
      to_regclass('auth.users') is not null and to_regclass('storage.objects') is not null as made,
      exists (select from pg_publication where pubname = 'supabase_realtime') as published`),
  )
  return { hosted: rows[0]?.hosted === true, made: rows[0]?.made === true, published: rows[0]?.published === true }
}

/** Unique violation, duplicate object, tuple concurrently updated. */
const MADE_MEANWHILE = new Set(['23505', '42710', 'XX000'])

/**
 * In one transaction. Roles belong to the whole server, and no lock reaches across its databases: when another first start
 * makes the same ones at the same moment, they are there at the next try.
 */
async function make(engine: Engine, files: readonly string[], tries = 5): Promise<void> {
  try {
    await transaction(engine, undefined, async (session) => {
      // Each file ends with the role it began with: `set local role` lasts to the end of the transaction.
      for (const file of files) {
        await session.exec(read(file))
        await session.exec('reset role')
      }
    })
  } catch (error) {
    if (tries === 1 || !isPgError(error) || !MADE_MEANWHILE.has(error.code)) throw error
    await setTimeout(100)
    await make(engine, files, tries - 1)
  }
}

/**
 * Makes roles and schemas as Supabase makes them, once, in one transaction. A real Supabase database (it has the role
 * `supabase_admin`) has them already: there nothing is created.
 */
export async function ensurePlatform(engine: Engine): Promise<Platform> {
  const { hosted, made, published } = await found(engine)
  if (hosted) return SUPABASE
  if (made && published) return OURS
  const files = made ? (['realtime.sql'] as const) : FILES
  try {
    await make(engine, files)
  } catch (error) {
    if (!isPgError(error) || error.code !== '42501') throw error
    throw new StartError(
      'database_rights',
      'Dem Datenbank-Benutzer fehlen Rechte: Beim ersten Start muss er Rollen anlegen dürfen (Superuser oder CREATEROLE mit BYPASSRLS).',
      error,
    )
  }
  return OURS
}

/** Roles and their right to the database itself: what a dump of a database does not hold. */
export const ensureRoles = (engine: Engine): Promise<void> => make(engine, ['roles.sql'])

/** The server's own table for secrets, for databases without a data directory beside them. */
export async function ensureServerSchema(engine: Engine): Promise<void> {
  await transaction(engine, undefined, (session) => session.exec(read('server.sql')))
}
