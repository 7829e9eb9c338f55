import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Engine, isPgError, type Session } from '../database/engine.ts'
import { BULK_LIMITS } from '../database/limits.ts'
import { transaction } from '../database/transaction.ts'
import { StartError } from '../directory/start-error.ts'
import { words } from '../words.ts'

const FILES = ['roles.sql', 'schemas.sql', 'auth.sql', 'passkeys.sql', 'storage.sql', 'realtime.sql'] as const
const read = (file: string) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')

/**
 * What a database offers: `owner` runs our migrations, `auth` may write GoTrue's tables; `passkeys`: those tables include
 * the ones of passkeys.
 */
export type Platform = { owner: string; auth: string; hosted: boolean; passkeys: boolean }

const SUPABASE = { owner: 'postgres', auth: 'postgres', hosted: true } as const
/** What this package creates on a server of its own. */
export const OURS: Platform = { owner: 'app_owner', auth: 'supabase_auth_admin', hosted: false, passkeys: true }

type Found = Record<'hosted' | 'made' | 'published' | 'passkeys' | 'demotable', boolean>

async function found(engine: Engine): Promise<Found> {
  const { rows } = await engine.session((session) =>
    session.query(`select exists (select from pg_roles where rolname = 'supabase_admin') as hosted,
      to_regclass('auth.users') is not null and to_regclass('storage.objects') is not null as made,
      exists (select from pg_publication where pubname = 'supabase_realtime') as published,
      to_regclass('auth.webauthn_credentials') is not null as passkeys,
      not (select rolsuper from pg_roles where rolname = current_user) or exists (
        select from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles me on me.oid = m.member
        where r.rolname = 'app_owner' and me.rolname = current_user) as demotable`),
  )
  const is = (name: keyof Found) => rows[0]?.[name] === true
  return {
    hosted: is('hosted'),
    made: is('made'),
    published: is('published'),
    passkeys: is('passkeys'),
    demotable: is('demotable'),
  }
}

/** Additions since the first version of this package, for databases that an earlier one created. */
const added = ({ published, passkeys, demotable }: Found) => [
  ...(demotable ? [] : (['roles.sql'] as const)),
  ...(published ? [] : (['realtime.sql'] as const)),
  ...(passkeys ? [] : (['passkeys.sql'] as const)),
]

/** Unique violation, duplicate object, tuple concurrently updated. */
const MADE_MEANWHILE = new Set(['23505', '42710', 'XX000'])

/**
 * Runs in one transaction. Roles belong to the whole server, and no lock spans its databases: if the first start of another
 * one creates the same ones at the same moment, the next try finds them.
 */
async function make(engine: Engine, files: readonly string[], tries = 5): Promise<void> {
  try {
    const perform = async (session: Session) => {
      // Each file ends with the role it began with: `set local role` lasts to the end of the transaction.
      for (const file of files) {
        await session.exec(read(file))
        await session.exec('reset role')
      }
    }
    await transaction(engine, undefined, perform, BULK_LIMITS)
  } catch (error) {
    if (tries === 1 || !isPgError(error) || !MADE_MEANWHILE.has(error.code)) throw error
    await setTimeout(100)
    await make(engine, files, tries - 1)
  }
}

/**
 * Creates roles and schemas as Supabase does, once, in one transaction. A real Supabase database (it has the role
 * `supabase_admin`) has them already: there only the server's own schema is created.
 */
export async function ensurePlatform(engine: Engine): Promise<Platform> {
  const platform = await supabasePlatform(engine)
  await ensureServerSchema(engine)
  return platform
}

async function supabasePlatform(engine: Engine): Promise<Platform> {
  const there = await found(engine)
  if (there.hosted) return { ...SUPABASE, passkeys: there.passkeys }
  const files = there.made ? added(there) : FILES
  if (files.length === 0) return OURS
  try {
    await make(engine, files)
  } catch (error) {
    if (!isPgError(error) || error.code !== '42501') throw error
    throw new StartError('database_rights', words.start.missingRights, error)
  }
  return OURS
}

/** Roles and their rights to the database itself, which a dump of a database does not contain. */
export const ensureRoles = (engine: Engine): Promise<void> => make(engine, ['roles.sql'])

/** The server's own tables: secrets of a database without a data directory, and the state of sign-in. */
export const ensureServerSchema = (engine: Engine): Promise<void> => make(engine, ['server.sql'])
