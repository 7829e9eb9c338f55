import { isPgError, type Session } from '../../database/engine.ts'
import { AuthError } from '../auth-error.ts'
import type { ExternalUser } from '../oauth/oauth-claims.ts'

/** Whose identity this is, if it is known (internal/models/identity.go, FindIdentityByIdAndProvider). */
export async function ownerOfIdentity(
  session: Session,
  provider: string,
  subject: string,
): Promise<string | undefined> {
  const { rows } = await session.query('select user_id from auth.identities where provider = $1 and provider_id = $2', [
    provider,
    subject,
  ])
  return rows[0] ? String(rows[0].user_id) : undefined
}

/** One more way to sign in. Two answers for one person at the same moment: the second finds the identity taken. */
export async function addIdentity(
  session: Session,
  userId: string,
  provider: string,
  external: ExternalUser,
): Promise<void> {
  try {
    await session.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
         values ($1, $2, $3, $4, now(), now(), now())`,
      [external.subject, userId, JSON.stringify(external.data), provider],
    )
  } catch (error) {
    if (!isPgError(error) || error.code !== '23505') throw error
    throw new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user')
  }
}

/** What the provider says now; a name Apple told once stays in the user's metadata. */
export const refreshIdentity = (session: Session, provider: string, external: ExternalUser) =>
  session.query(
    `update auth.identities set identity_data = $3, last_sign_in_at = now(), updated_at = now()
      where provider = $1 and provider_id = $2`,
    [provider, external.subject, JSON.stringify(external.data)],
  )

/** `app_metadata.providers`, oldest first, and `provider`, the first of them (UpdateAppMetaDataProviders). */
export const updateProviders = (session: Session, userId: string) =>
  session.query(
    `update auth.users u set updated_at = now(), raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
       || jsonb_build_object('provider', l.providers -> 0, 'providers', l.providers)
       from (select jsonb_agg(p.provider order by p.since) as providers
               from (select provider, min(created_at) as since from auth.identities where user_id = $1 group by provider) p) l
      where u.id = $1 and l.providers is not null`,
    [userId],
  )

/**
 * An account that nobody has confirmed may have been made by somebody else with this address. Whoever now proves the
 * address keeps the account and nothing of what was set before: no password, no other identity, no metadata, no link
 * in a mail (internal/models/user.go, RemoveUnconfirmedIdentities and Confirm).
 */
export async function takeOverUnconfirmed(
  session: Session,
  userId: string,
  provider: string,
  external: ExternalUser,
): Promise<void> {
  await session.query(
    `update auth.users set encrypted_password = null, raw_user_meta_data = $2, confirmation_token = '', recovery_token = '',
       email_change = '', email_change_token_new = '', email_change_token_current = '', reauthentication_token = '',
       updated_at = now() where id = $1`,
    [userId, JSON.stringify(external.data)],
  )
  await session.query('delete from auth.one_time_tokens where user_id = $1', [userId])
  await session.query('delete from auth.sessions where user_id = $1', [userId])
  await session.query('delete from auth.identities where user_id = $1 and (provider <> $2 or provider_id <> $3)', [
    userId,
    provider,
    external.subject,
  ])
  await updateProviders(session, userId)
}

/** The provider vouches for the address of the account. */
export const confirmByProvider = (session: Session, userId: string) =>
  session.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' where id = $1`,
    [userId],
  )
