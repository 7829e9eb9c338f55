import type { Session } from '../../database/engine.ts'
import { AuthError } from '../auth-error.ts'

const list = (rows: readonly Record<string, unknown>[]) => rows.map((row) => String(row.id))

const lock = (session: Session, key: string) =>
  session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`auth:${key}`])

/** One sign-in at a time for a person; always before the lock of an address. */
export const lockIdentity = (session: Session, provider: string, subject: string) =>
  lock(session, `${provider}:${subject}`)

/** One sign-in at a time for an address: two browsers must not both find nobody there and both make an account. */
export const lockAddress = (session: Session, email: string) => lock(session, email)

/**
 * The account that an address belongs to, for somebody whose provider has verified that address
 * (internal/models/linking.go, DetermineAccountLinking). Only proven addresses count: those of confirmed accounts and of
 * identities whose provider has verified them. GoTrue counts every identity; so the address of somebody else, unverified
 * at a provider, would draw their later sign-in into the wrong account. Without any, the unconfirmed account of the
 * address, which must be taken over and not merely joined.
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

/** Whether an account or an identity has the address, proven or not (IsDuplicatedEmail). */
export async function addressInUse(session: Session, email: string): Promise<boolean> {
  const { rows } = await session.query(
    `select exists (select from auth.users where email = $1 and not is_sso_user)
         or exists (select from auth.identities where email = $1) as used`,
    [email],
  )
  return rows[0]?.used === true
}
