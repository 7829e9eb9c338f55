import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Engine, Session } from '../database/engine.ts'
import { transaction } from '../database/transaction.ts'
import { StartError } from '../directory/start-error.ts'
import { ensureServerSchema } from '../platform/platform.ts'
import { newSigningKey, rotated } from './signing-keys.ts'

const secretsSchema = z.object({
  signingKeys: z
    .array(z.object({ jwk: z.looseObject({ kid: z.string() }), madeAt: z.string(), retiredAt: z.string().optional() }))
    .min(1),
  publishableKey: z.string(),
  secretKey: z.string(),
  storageSecret: z.string(),
})

/** Made at first start. Only the signing keys change, and only by command: API keys are in the hands of clients. */
export type Secrets = z.infer<typeof secretsSchema>

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

/** In memory: for tests and throwaway databases. */
export async function newSecrets(publishableKey?: string): Promise<Secrets> {
  const { jwk, madeAt } = await newSigningKey()
  return {
    signingKeys: [{ jwk: { ...jwk, kid: String(jwk.kid) }, madeAt }],
    publishableKey: publishableKey ?? `sb_publishable_${random(16)}_${random(6)}`,
    secretKey: `sb_secret_${random(24)}_${random(6)}`,
    storageSecret: random(32),
  }
}

function parsed(text: string, where: string): Secrets {
  try {
    return secretsSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new StartError('data_dir_damaged', `${where} ist beschädigt. Bitte aus der Sicherung zurückholen.`, error)
  }
}

/** Written under another name first: a crash leaves no half file. */
function write(file: string, secrets: Secrets): void {
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  fs.renameSync(`${file}.new`, file)
}

const fileIn = (dir: string) => path.join(dir, 'secrets.json')

/** Kept beside the database, readable by its owner only. */
export async function secretsInDirectory(dir: string, publishableKey?: string): Promise<Secrets> {
  const file = fileIn(dir)
  if (fs.existsSync(file)) return withKey(parsed(fs.readFileSync(file, 'utf8'), file), publishableKey)
  const secrets = await newSecrets(publishableKey)
  write(file, secrets)
  return secrets
}

async function stored(session: Session, lock: '' | 'for update'): Promise<Secrets> {
  const { rows } = await session.query(`select value from embedded.secrets where name = 'keys' ${lock}`)
  return parsed(String(rows[0]?.value), 'embedded.secrets')
}

/** For a database without a data directory: every server on it must sign with the same key. */
export async function secretsInDatabase(engine: Engine, publishableKey?: string): Promise<Secrets> {
  await ensureServerSchema(engine)
  const fresh = JSON.stringify(await newSecrets(publishableKey))
  const secrets = await transaction(engine, undefined, async (session) => {
    await session.query(
      `insert into embedded.secrets (name, value) values ('keys', $1) on conflict (name) do nothing`,
      [fresh],
    )
    return stored(session, '')
  })
  return withKey(secrets, publishableKey)
}

/** Keys of another installation take the place of whatever is there: tokens and keys given out stay good. */
export async function putSecrets(engine: Engine, text: string): Promise<void> {
  const secrets = parsed(text, 'secrets.json')
  await ensureServerSchema(engine)
  await transaction(engine, undefined, (session) =>
    session.query(
      `insert into embedded.secrets (name, value) values ('keys', $1) on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(secrets)],
    ),
  )
}

/** As they are now; another server may have rotated the keys. */
export const readSecrets = (engine: Engine): Promise<Secrets> =>
  transaction(engine, undefined, (session) => stored(session, ''))

const withNewKey = async (secrets: Secrets, revoke: boolean): Promise<Secrets> =>
  secretsSchema.parse({ ...secrets, signingKeys: await rotated(secrets.signingKeys, revoke) })

/** Rotates the keys of a directory that no server holds. */
export async function rotateInDirectory(dir: string, revoke: boolean): Promise<void> {
  const file = fileIn(dir)
  if (!fs.existsSync(file)) throw new StartError('data_dir_missing', `In ${dir} ist noch nichts gelaufen.`)
  write(file, await withNewKey(parsed(fs.readFileSync(file, 'utf8'), file), revoke))
}

/** Rotates the keys of a database; servers that run on it follow within a minute. */
export async function rotateInDatabase(engine: Engine, revoke: boolean): Promise<void> {
  await secretsInDatabase(engine)
  await transaction(engine, undefined, async (session) => {
    const next = await withNewKey(await stored(session, 'for update'), revoke)
    await session.query(`update embedded.secrets set value = $1 where name = 'keys'`, [JSON.stringify(next)])
  })
}

const withKey = (secrets: Secrets, publishableKey?: string): Secrets =>
  publishableKey ? { ...secrets, publishableKey } : secrets
