import { isPgError, type Session } from '../../database/engine.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import type { UserRow } from './user-row.ts'
import { isBanned, setEmailIdentity, userById } from './users.ts'
import { forgetWaiting } from './waiting-passwords.ts'

/** A user as described by a provider. `email` in lower case, empty if absent. */
export type ExternalUser = {
  subject: string
  email: string
  /** The provider has verified the address. Only `true` counts. */
  verified: boolean
  /** What is stored in identity_data and shown in user_metadata. */
  data: Record<string, unknown>
}

const list = (rows: readonly Record<string, unknown>[]) => rows.map((row) => String(row.id))

const lock = (session: Session, key: string) =>
  session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`auth:${key}`])

/** Serializes sign-ins of one identity; always taken before the lock of an address. */
export const lockIdentity = (session: Session, provider: string, subject: string) =>
  lock(session, `${provider}:${subject}`)

/** Serializes sign-ins of one address: two browsers must not both find no account and both create one. */
export const lockAddress = (session: Session, email: string) => lock(session, email)

/**
 * The account that owns an address, for a user whose provider has verified it (internal/models/linking.go,
 * DetermineAccountLinking). Only verified addresses count: those of confirmed accounts and of identities verified by
 * their provider. GoTrue counts every identity, so that someone else's unverified address could link the real owner's
 * later sign-in to the wrong account. If there is none, returns the unconfirmed account of the address, which must be
 * taken over, not merely linked.
 */
export async function accountOfVerifiedAddress(session: Session, email: string): Promise<string | undefined> {
  const proven = await session.query(
    `select u.id from auth.users u where u.email = $1 and u.email_confirmed_at is not null
        and not u.is_sso_user and u.deleted_at is null
     union
     select u.id from auth.identities i join auth.users u on u.id = i.user_id
      where i.email = $1 and i.identity_data ->> 'email_verified' = 'true' and u.email_confirmed_at is not null
        and not u.is_sso_user and u.deleted_at is null`,
    [email],
  )
  const accounts = list(proven.rows)
  if (accounts.length > 1)
    throw new AuthError(
      500,
      'unexpected_failure',
      'Multiple accounts with the same email address in the same linking domain detected: default',
    )
  if (accounts[0]) return accounts[0]
  const { rows } = await session.query(
    'select id from auth.users where email = $1 and not is_sso_user and deleted_at is null',
    [email],
  )
  return list(rows)[0]
}

/** Whether an account or an identity has the address, verified or not (IsDuplicatedEmail). */
export async function addressInUse(session: Session, email: string): Promise<boolean> {
  const { rows } = await session.query(
    `select exists (select from auth.users where email = $1 and not is_sso_user)
         or exists (select from auth.identities where email = $1) as used`,
    [email],
  )
  return rows[0]?.used === true
}

/** The owner of an identity, if it is known (internal/models/identity.go, FindIdentityByIdAndProvider). */
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

/** Adds an identity. Of two concurrent callbacks for one person the second finds the identity taken. */
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

/** Updates the identity data; a name Apple sent only once is preserved in the user's metadata. */
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

/** What an unconfirmed account is to hold from now on: one identity, its metadata, and a password if it has one. */
type Claim = { provider: string; subject: string; passwordHash: string | null; metadata: Record<string, unknown> }

/**
 * An unconfirmed account may have been created by someone else with this address. Whoever asks for it now takes it over,
 * and everything set before is removed: password, other identities, metadata, sessions and mailed links
 * (internal/models/user.go, RemoveUnconfirmedIdentities and Confirm). `app_metadata` stays: only the operator sets it.
 */
async function takeOver(session: Session, userId: string, claim: Claim): Promise<void> {
  await session.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, confirmation_token = '', recovery_token = '',
       email_change = '', email_change_token_new = '', email_change_token_current = '', reauthentication_token = '',
       updated_at = now() where id = $1`,
    [userId, claim.passwordHash, JSON.stringify(claim.metadata)],
  )
  await session.query('delete from auth.one_time_tokens where user_id = $1', [userId])
  await session.query('delete from auth.sessions where user_id = $1', [userId])
  await forgetWaiting(session, userId)
  await session.query('delete from auth.identities where user_id = $1 and (provider <> $2 or provider_id <> $3)', [
    userId,
    claim.provider,
    claim.subject,
  ])
  await updateProviders(session, userId)
}

/** The provider's user takes over an unconfirmed account. */
export const takeOverUnconfirmed = (session: Session, userId: string, provider: string, external: ExternalUser) =>
  takeOver(session, userId, { provider, subject: external.subject, passwordHash: null, metadata: external.data })

/**
 * Whoever reads the address's mails takes over an unconfirmed account, with this password and metadata alone.
 * `passwordHash` empty: it signs in by links only.
 */
export async function takeOverByMail(
  session: Session,
  { id, email }: UserRow,
  brought: { passwordHash: string; userMetadata: Record<string, unknown> },
): Promise<void> {
  const identity = { sub: id, email: email ?? '', email_verified: false, phone_verified: false }
  await setEmailIdentity(session, id, identity.email, false)
  const metadata = { ...brought.userMetadata, ...identity }
  await takeOver(session, id, { provider: 'email', subject: id, passwordHash: brought.passwordHash, metadata })
}

/** Confirms the account's address, which the provider has verified. */
export const confirmByProvider = (session: Session, userId: string) =>
  session.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' where id = $1`,
    [userId],
  )

/** Fails when the account may not have one more identity, or this one is somebody's already. */
export async function checkLinkable(
  context: AuthContext,
  session: Session,
  userId: string,
  provider: string,
  external: ExternalUser,
): Promise<void> {
  const user = await userById(session, userId)
  if (!user || user.deleted_at) throw new AuthError(422, 'user_not_found', 'Linking target user not found')
  if (isBanned(user, context.now())) throw new AuthError(403, 'user_banned', 'User is banned')
  const owner = await ownerOfIdentity(session, provider, external.subject)
  if (!owner) return
  const whose = owner === userId ? '' : ' to another user'
  throw new AuthError(422, 'identity_already_exists', `Identity is already linked${whose}`)
}

/** Links an identity to the account that requested it (internal/api/identity.go, linkIdentityToUser). */
export async function linkExternal(
  context: AuthContext,
  session: Session,
  userId: string,
  provider: string,
  external: ExternalUser,
): Promise<void> {
  await checkLinkable(context, session, userId, provider, external)
  await addIdentity(session, userId, provider, external)
  await updateProviders(session, userId)
}
