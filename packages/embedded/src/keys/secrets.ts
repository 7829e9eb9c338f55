import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { z } from 'zod'
import type { Engine, Session } from '../database/engine.ts'
import type { Limits } from '../database/limits.ts'
import { transaction } from '../database/transaction.ts'
import { StartError } from '../directory/start-error.ts'
import { ensureServerSchema } from '../platform/platform.ts'
import { TELL_AUTH } from '../processes.ts'
import { words } from '../words.ts'

/** A key that signs access tokens, or has signed them until `retiredAt` (ISO instants). */
export type SigningKey = { jwk: JWK; madeAt: string; retiredAt?: string | undefined }

/** Tokens live for an hour; servers on one database take up a new key within a minute, and clocks differ. */
const RETIRED_MS = 2 * 3600 * 1000

/** ES256, as Supabase's asymmetric signing keys (https://supabase.com/docs/guides/auth/signing-keys). */
async function newSigningKey(now = new Date()): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = randomBytes(12).toString('base64url')
  return { jwk: { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' }, madeAt: now.toISOString() }
}

/** The keys whose tokens are valid: the one in use first, then those retired so lately that a token may still live. */
export function validKeys(keys: readonly SigningKey[], now = new Date()): SigningKey[] {
  const living = keys.filter(({ retiredAt }) => !retiredAt || now.getTime() - Date.parse(retiredAt) < RETIRED_MS)
  return living.toSorted((a, b) => Number(Boolean(a.retiredAt)) - Number(Boolean(b.retiredAt)))
}

/** The public half, as JWKS shows it. */
export function publicJwk({ jwk }: SigningKey): JWK {
  const { d: _private, ...shown } = jwk
  return { ...shown, key_ops: ['verify'] }
}

/** A new key in use. The old one verifies on until its last token has expired. */
async function rotated(keys: readonly SigningKey[], now = new Date()): Promise<SigningKey[]> {
  const retired = validKeys(keys, now).map((key) => ({ ...key, retiredAt: key.retiredAt ?? now.toISOString() }))
  return [await newSigningKey(now), ...retired]
}

const secretsSchema = z.object({
  signingKeys: z
    .array(z.object({ jwk: z.looseObject({ kid: z.string() }), madeAt: z.string(), retiredAt: z.string().optional() }))
    .min(1),
  publishableKey: z.string(),
  secretKey: z.string(),
  storageSecret: z.string(),
})

/** Made at first start, changed only by command (`rotate-keys.ts`). */
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
    throw new StartError('data_dir_damaged', words.start.secretsDamaged(where), error)
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

async function stored(session: Session, lock: '' | 'for update' = ''): Promise<Secrets> {
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
    return stored(session)
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

/** Requests wait for it, and go on with what was read before. */
const READ_LIMITS: Limits = { statement: 2_000, turn: 2_000 }

/** As they are now; a command may have changed them. */
export const readSecrets = (engine: Engine): Promise<Secrets> =>
  transaction(engine, undefined, (session) => stored(session), READ_LIMITS)

const withKey = (secrets: Secrets, publishableKey?: string): Secrets =>
  publishableKey ? { ...secrets, publishableKey } : secrets

/** Replaces what `secrets.json` of a directory holds, which no server may use meanwhile. Throws StartError. */
export async function changeInDirectory(dir: string, change: (secrets: Secrets) => Promise<Secrets>): Promise<void> {
  const file = fileIn(dir)
  if (!fs.existsSync(file)) throw new StartError('data_dir_missing', words.start.nothingThere(dir))
  write(file, await change(parsed(fs.readFileSync(file, 'utf8'), file)))
}

/** Replaces what a database holds, in the transaction of `session`, and tells its servers, which follow at once. */
export async function changeInDatabase(
  session: Session,
  change: (secrets: Secrets) => Promise<Secrets>,
): Promise<void> {
  const next = JSON.stringify(await change(await stored(session, 'for update')))
  await session.query(`update embedded.secrets set value = $1 where name = 'keys'`, [next])
  await session.exec(TELL_AUTH)
}

/** With a new signing key beside the old ones, whose tokens stay valid until they expire. */
export const withNewSigningKey = async (secrets: Secrets): Promise<Secrets> => ({
  ...secrets,
  signingKeys: secretsSchema.shape.signingKeys.parse(await rotated(secrets.signingKeys)),
})

/** With all secrets new. The publishable key stays: it is public, and in the hands of clients. */
export const withNewSecrets = ({ publishableKey }: Secrets): Promise<Secrets> => newSecrets(publishableKey)
