import fs from 'node:fs'
import path from 'node:path'
import { type Engine, isDeadlock, type Session } from '../database/engine.ts'
import { BULK_LIMITS } from '../database/limits.ts'
import { openDatabase } from '../database/open-database.ts'
import { transaction } from '../database/transaction.ts'
import { openDataDirectory } from '../directory/data-directory.ts'
import { ensurePlatform, type Platform } from '../platform/platform.ts'
import { changeInDatabase, changeInDirectory, secretsInDatabase, withNewSecrets, withNewSigningKey } from './secrets.ts'

type Place = { dataDir: string; databaseUrl?: string | undefined }

export type Revocation = Place & {
  /** Removes every password: people then sign in by a mailed link, a provider or a passkey. */
  newPasswords?: boolean | undefined
  /** Statements that void the links and codes which the application itself has given out; run as the tables' owner. */
  voids?: readonly string[] | undefined
}

/** What was ended: sessions, and accounts that need a new password. */
export type Revoked = { sessions: number; passwords: number }

/** All that somebody could redeem who has read the tables. Refresh tokens go with their session, pending identities too. */
const PENDING = [
  'delete from auth.refresh_tokens',
  'delete from embedded.account_mails',
  'delete from auth.one_time_tokens',
  'delete from auth.flow_state',
  'delete from auth.oauth_client_states',
  'delete from auth.mfa_challenges',
  `update auth.users set confirmation_token = '', recovery_token = '', email_change_token_new = '',
     email_change_token_current = '', phone_change_token = '', reauthentication_token = ''
   where concat(confirmation_token, recovery_token, email_change_token_new, email_change_token_current,
     phone_change_token, reauthentication_token) <> ''`,
]

/**
 * An app's secret is readable in the tables, so it protects its password no longer: both go. Without the secret the
 * password alone would open the account, and whoever came first could set up a factor of their own.
 */
const FORGET_APPS = `with gone as (delete from auth.mfa_factors where factor_type = 'totp' returning user_id, status)
  update auth.users u set encrypted_password = '', updated_at = now()
  where u.encrypted_password <> '' and u.id in (select user_id from gone where status = 'verified')`
const FORGET_PASSWORDS = `update auth.users set encrypted_password = '', updated_at = now() where encrypted_password <> ''`

/**
 * Waits for sign-ins under way, whose sessions would not be seen, and lets none begin. Tables in the order in which those
 * write them.
 */
const HOLD_SIGN_INS = 'lock table auth.one_time_tokens, auth.flow_state, auth.sessions in share row exclusive mode'

async function endEverything(session: Session, platform: Platform, wishes: Revocation): Promise<Revoked> {
  await session.exec(`set local role ${platform.auth}; ${HOLD_SIGN_INS}`)
  const { affected: sessions } = await session.query('delete from auth.sessions')
  for (const statement of PENDING) await session.query(statement)
  if (platform.passkeys) await session.query('delete from auth.webauthn_challenges')
  const { affected: withApp } = await session.query(FORGET_APPS)
  const others = wishes.newPasswords ? (await session.query(FORGET_PASSWORDS)).affected : 0
  await session.exec(`set local role ${platform.owner}`)
  for (const statement of wishes.voids ?? []) await session.query(statement)
  await session.exec('reset role')
  return { sessions, passwords: withApp + others }
}

async function revokeIn(engine: Engine, wishes: Revocation, tries = 5): Promise<Revoked> {
  const platform = await ensurePlatform(engine)
  if (wishes.databaseUrl) await secretsInDatabase(engine)
  const revoke = async (session: Session) => {
    const revoked = await endEverything(session, platform, wishes)
    if (wishes.databaseUrl) await changeInDatabase(session, withNewSecrets)
    return revoked
  }
  try {
    return await transaction(engine, undefined, revoke, BULK_LIMITS)
  } catch (error) {
    // With a request that changes an account: it has been answered by the next try.
    if (tries === 1 || !isDeadlock(error)) throw error
    return revokeIn(engine, wishes, tries - 1)
  }
}

/** A directory in which the first start has been completed has a database. */
const hasDatabase = (dir: string) =>
  fs.existsSync(path.join(dir, 'pg', 'PG_VERSION')) && !fs.existsSync(path.join(dir, 'first-start-unfinished'))

/**
 * Replaces all secrets and ends all that was issued with them: tokens, sessions, links and codes, ceremonies under way.
 * Whoever has a copy of the installation can use none of it any more; password hashes are left unless `newPasswords` is
 * set. With the embedded database the server must be stopped; servers on a `databaseUrl` follow at once. Throws
 * StartError.
 */
export async function revokeEverything(wishes: Revocation): Promise<Revoked> {
  const { dataDir, databaseUrl } = wishes
  if (!databaseUrl && !hasDatabase(dataDir)) {
    await holding(dataDir, () => changeInDirectory(dataDir, withNewSecrets))
    return { sessions: 0, passwords: 0 }
  }
  const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir }, () => {})
  try {
    const revoked = await revokeIn(database.engine, wishes)
    if (!databaseUrl) await changeInDirectory(dataDir, withNewSecrets)
    return revoked
  } finally {
    await database.close()
  }
}

/** The lock says whether a server runs on the directory: it would go on with the keys it has read. */
async function holding(dir: string, work: () => Promise<void>): Promise<void> {
  const release = openDataDirectory(dir)
  try {
    await work()
  } finally {
    release()
  }
}

/**
 * Takes a new key for access tokens into use; the old one verifies for two hours more, so nobody is signed out. With the
 * embedded database the server must be stopped; servers on a `databaseUrl` follow within seconds. Throws StartError.
 */
export async function rotateKeys({ dataDir, databaseUrl }: Place): Promise<void> {
  if (!databaseUrl) return holding(dataDir, () => changeInDirectory(dataDir, withNewSigningKey))
  const database = await openDatabase({ databaseUrl }, () => {})
  try {
    await secretsInDatabase(database.engine)
    await transaction(database.engine, undefined, (session) => changeInDatabase(session, withNewSigningKey))
  } finally {
    await database.close()
  }
}
