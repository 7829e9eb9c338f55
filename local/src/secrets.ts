import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Engine } from './database/engine.ts'
import { transaction } from './database/transaction.ts'
import { ensureServerSchema } from './platform/platform.ts'
import { StartError } from './start-error.ts'

/** Made at first start and never again: a change would sign everybody out and lock out every client. */
export type Secrets = { signingKey: JWK; publishableKey: string; secretKey: string; storageSecret: string }

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

async function newSecrets(publishableKey?: string): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    signingKey: { ...(await exportJWK(privateKey)), kid: random(12), alg: 'ES256', use: 'sig' },
    publishableKey: publishableKey ?? `sb_publishable_${random(16)}_${random(6)}`,
    secretKey: `sb_secret_${random(24)}_${random(6)}`,
    storageSecret: random(32),
  }
}

function parsed(text: string, where: string): Secrets {
  try {
    return JSON.parse(text) as Secrets
  } catch (error) {
    throw new StartError('data_dir_damaged', `${where} ist beschädigt. Bitte aus der Sicherung zurückholen.`, error)
  }
}

/** Kept beside the database, readable by its owner only. Written under another name first: a crash leaves no half file. */
export async function secretsInDirectory(dir: string, publishableKey?: string): Promise<Secrets> {
  const file = path.join(dir, 'secrets.json')
  if (fs.existsSync(file)) return withKey(parsed(fs.readFileSync(file, 'utf8'), file), publishableKey)
  const secrets = await newSecrets(publishableKey)
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  fs.renameSync(`${file}.new`, file)
  return secrets
}

/** For a database without a data directory: every server on it must sign with the same key. */
export async function secretsInDatabase(engine: Engine, publishableKey?: string): Promise<Secrets> {
  await ensureServerSchema(engine)
  const fresh = JSON.stringify(await newSecrets(publishableKey))
  const rows = await transaction(engine, undefined, async (session) => {
    await session.query(
      `insert into hot_server.secrets (name, value) values ('keys', $1) on conflict (name) do nothing`,
      [fresh],
    )
    return (await session.query(`select value from hot_server.secrets where name = 'keys'`)).rows
  })
  return withKey(parsed(String(rows[0]?.value), 'hot_server.secrets'), publishableKey)
}

/** In memory: for tests and throwaway databases. */
export const secretsForNow = newSecrets

const withKey = (secrets: Secrets, publishableKey?: string): Secrets =>
  publishableKey ? { ...secrets, publishableKey } : secrets
