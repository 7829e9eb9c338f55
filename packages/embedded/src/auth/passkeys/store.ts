import type { Session } from '../../database/engine.ts'
import type { Credential } from './ceremonies.ts'

/** GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER. */
export const MAX_PASSKEYS = 10

/** A passkey without its key, instants as PostgreSQL writes them. */
export type PasskeyRow = {
  id: string
  user_id: string
  /** base64url */
  credential_id: string
  transports: string[]
  friendly_name: string
  created_at: string
  last_used_at: string | null
}

/** base64url of a bytea, so that both engines give and take text. */
const BASE64URL = `translate(replace(encode(credential_id, 'base64'), E'\\n', ''), '+/=', '-_')`
const COLUMNS = `id, user_id, ${BASE64URL} as credential_id, transports, friendly_name, created_at, last_used_at`

/** The passkeys of an account, oldest first. */
export async function passkeysOf(session: Session, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await session.query(
    `select ${COLUMNS} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  )
  return rows as PasskeyRow[]
}

const hexOf = (base64url: string) => Buffer.from(base64url, 'base64url').toString('hex')

/** Stores a new passkey. Fails with 23505 when the credential exists, at whatever account. */
export async function insertPasskey(
  session: Session,
  userId: string,
  credential: Credential,
  name: string,
): Promise<PasskeyRow> {
  const { rows } = await session.query(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
       transports, backup_eligible, backed_up, friendly_name)
       values ($1, decode($2, 'hex'), decode($3, 'hex'), 'none', $4, $5, $6::jsonb, $7, $8, $9) returning ${COLUMNS}`,
    [
      userId,
      hexOf(credential.id),
      Buffer.from(credential.publicKey).toString('hex'),
      credential.aaguid,
      credential.signCount,
      JSON.stringify(credential.transports),
      credential.backupEligible,
      credential.backedUp,
      name,
    ],
  )
  return rows[0] as PasskeyRow
}

/** What verifying a signature takes; locked, so that of two answers at once the second sees the first one's counter. */
export async function lockedKey(
  session: Session,
  credentialId: string,
): Promise<(Pick<Credential, 'id' | 'publicKey' | 'signCount'> & { passkeyId: string; userId: string }) | undefined> {
  const { rows } = await session.query(
    `select id, user_id, encode(public_key, 'hex') as public_key, sign_count::float8 as sign_count
       from auth.webauthn_credentials where credential_id = decode($1, 'hex') for update`,
    [hexOf(credentialId)],
  )
  const row = rows[0] as { id: string; user_id: string; public_key: string; sign_count: number } | undefined
  return (
    row && {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'hex')),
      signCount: row.sign_count,
      passkeyId: row.id,
      userId: row.user_id,
    }
  )
}

/** Notes a use of a passkey (models.UpdateLastUsedWithSignCount). */
export async function markUsed(
  session: Session,
  passkeyId: string,
  { signCount, backedUp }: Pick<Credential, 'signCount' | 'backedUp'>,
): Promise<void> {
  await session.query(
    `update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = now(), updated_at = now()
       where id = $1`,
    [passkeyId, signCount, backedUp],
  )
}

/** Renames a passkey of an account; undefined when it has no such one. */
export async function setName(
  session: Session,
  userId: string,
  passkeyId: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const { rows } = await session.query(
    `update auth.webauthn_credentials set friendly_name = $3, updated_at = now() where id = $1 and user_id = $2
       returning ${COLUMNS}`,
    [passkeyId, userId, name],
  )
  return rows[0] as PasskeyRow | undefined
}

/** Deletes a passkey of an account; false when it has no such one. */
export async function removePasskey(session: Session, userId: string, passkeyId: string): Promise<boolean> {
  const { rows } = await session.query(
    'delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning id',
    [passkeyId, userId],
  )
  return rows.length > 0
}
