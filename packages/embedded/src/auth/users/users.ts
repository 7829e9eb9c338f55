import { randomUUID } from 'node:crypto'
import { isPgError, type Session } from '../../database/engine.ts'
import { AuthError, invalid } from '../auth-error.ts'
import type { UserRow } from './user-row.ts'

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
/** GoTrue's check (github.com/badoux/checkmail, ValidateFormat): ASCII only, so that no look-alike becomes a second account. */
const ADDRESS = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`)

/** RFC 5321, 4.5.3.1.3: a path of 256 octets with its two brackets. */
const MAX_ADDRESS = 254

/** Whether a text is an address as GoTrue takes it, blanks around it aside. */
export const isEmail = (value: string): boolean => {
  const email = value.trim()
  return email.length <= MAX_ADDRESS && ADDRESS.test(email)
}

/** An address in lower case; the database checks whether its domain is allowed. */
export function validEmail(value: string): string {
  const email = value.trim()
  if (email === '') throw invalid('An email address is required')
  if (email.length > MAX_ADDRESS) throw invalid('An email address is too long')
  // Checked before lower-casing, which turns the Kelvin sign into a k.
  if (!isEmail(email)) throw invalid('Unable to validate email address: invalid format')
  return email.toLowerCase()
}

const SELECT = `select u.*,
  (select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from auth.identities i where i.user_id = u.id) as identities,
  (select coalesce(jsonb_agg(to_jsonb(f) - '{secret,web_authn_credential}'::text[] order by f.created_at), '[]') from auth.mfa_factors f where f.user_id = u.id) as factors
  from auth.users u`

async function one(session: Session, where: string, params: unknown[]): Promise<UserRow | undefined> {
  const { rows } = await session.query(`${SELECT} where ${where}`, params)
  return rows[0] as UserRow | undefined
}

export const userById = (session: Session, id: string) => one(session, 'u.id = $1', [id])
export const userByEmail = (session: Session, email: string) =>
  one(session, 'u.email = $1 and u.aud = $2 and u.is_sso_user = false and u.deleted_at is null', [
    email,
    'authenticated',
  ])
/**
 * Finds and locks a user by the stored hash of a mail's link; of two tabs that open it concurrently the second finds it
 * used. `column` is one of the token columns, never user input.
 */
export const userByLink = (session: Session, column: TokenColumn, hash: string) =>
  one(session, `u.${column} = $1 and u.deleted_at is null for update of u`, [hash])

/** The same by the stored hash of a code. The lock comes first, so that a code that was just used is not found. */
export async function userByCode(session: Session, column: TokenColumn, hash: string): Promise<UserRow | undefined> {
  const held = `select user_id from auth.one_time_tokens where token_type = $1 and token_hash = $2`
  const { rows } = await session.query(`select id from auth.users where id in (${held}) for update`, [column, hash])
  if (!rows[0]) return undefined
  return one(session, `u.id in (${held}) and u.deleted_at is null`, [column, hash])
}

/** Newest first, and how many there are in all. */
export async function usersPage(
  session: Session,
  limit: number,
  offset: number,
): Promise<{ users: UserRow[]; total: number }> {
  const count = await session.query('select count(*)::int as total from auth.users')
  const { rows } = await session.query(`${SELECT} order by u.created_at desc, u.id limit $1 offset $2`, [limit, offset])
  return { users: rows as UserRow[], total: Number(count.rows[0]?.total ?? 0) }
}

export type TokenColumn =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'

export const isBanned = (user: UserRow, now: Date) => user.banned_until !== null && new Date(user.banned_until) > now

export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

type NewUser = {
  id?: string
  email: string
  passwordHash: string
  userMetadata: Record<string, unknown>
  appMetadata?: Record<string, unknown>
  role?: string
  confirmed?: boolean
}

/**
 * Creates user and e-mail identity. Triggers of the migrations run here and may reject. GoTrue answers every failure
 * here with 500 "Database error saving new user"; `refusalOf` extracts the trigger's rejection from its cause.
 */
export async function createUser(session: Session, user: NewUser): Promise<UserRow> {
  const id = user.id ?? randomUUID()
  const identity = { sub: id, email: user.email, email_verified: user.confirmed === true, phone_verified: false }
  const app = { provider: 'email', providers: ['email'], ...user.appMetadata }
  try {
    await session.query(
      `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data,
         email_confirmed_at, confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, $5, $6,
         case when $7::boolean then now() end, '', '', '', '', now(), now())`,
      [
        id,
        user.role ?? 'authenticated',
        user.email,
        user.passwordHash,
        JSON.stringify(app),
        JSON.stringify({ ...user.userMetadata, ...identity }),
        user.confirmed === true,
      ],
    )
    await session.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       values ($1::text, $1::uuid, $2, 'email', now(), now(), now())`,
      [id, JSON.stringify(identity)],
    )
  } catch (error) {
    if (!isPgError(error)) throw error
    if (error.code === '23505' && error.table === 'users') throw emailExists()
    throw Object.assign(new AuthError(500, 'unexpected_failure', 'Database error saving new user'), { cause: error })
  }
  const created = await userById(session, id)
  if (!created) throw new AuthError(500, 'unexpected_failure', 'Database error loading user after sign-up')
  return created
}

/** Marks the address as proven: user, identity and metadata, and forgets the token that proved it. */
export async function confirmUser(session: Session, user: UserRow): Promise<void> {
  await session.query(
    `update auth.users set confirmation_token = '', email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' where id = $1`,
    [user.id],
  )
  await session.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
      where user_id = $1 and provider = 'email'`,
    [user.id],
  )
  await session.query(`delete from auth.one_time_tokens where user_id = $1 and token_type = 'confirmation_token'`, [
    user.id,
  ])
}

/** The identity of signing in by e-mail. Accounts created through a provider get one when they first set an address. */
export async function setEmailIdentity(
  session: Session,
  userId: string,
  email: string,
  verified: boolean,
): Promise<void> {
  const identity = { sub: userId, email, email_verified: verified, phone_verified: false }
  await session.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
       values ($1::text, $1::uuid, $2, 'email', now(), now())
       on conflict (provider_id, provider) do update set updated_at = now(),
         identity_data = auth.identities.identity_data || jsonb_build_object('email', $3::text, 'email_verified', $4::boolean)`,
    [userId, JSON.stringify(identity), email, verified],
  )
}

/** A null removes a key, as GoTrue merges metadata. Answers its size in bytes. */
export async function mergeMetadata(
  session: Session,
  id: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  data: Record<string, unknown>,
): Promise<{ before: number; after: number }> {
  const { rows } = await session.query(
    `with old as (select id, octet_length(${column}::text) as bytes from auth.users where id = $1)
     update auth.users u set updated_at = now(), ${column} = (coalesce(${column}, '{}') || $2::jsonb)
       - (select coalesce(array_agg(key), '{}') from jsonb_each($2::jsonb) where value = 'null')
       from old where u.id = old.id returning old.bytes as before, octet_length(u.${column}::text) as after`,
    [id, JSON.stringify(data)],
  )
  return { before: Number(rows[0]?.before ?? 0), after: Number(rows[0]?.after ?? 0) }
}
