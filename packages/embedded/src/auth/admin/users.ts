import { randomBytes } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, record, text, UUID } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { factorIdOf, lockedFactor, removeFactor } from '../factors/challenge.ts'
import { aboutAccount } from '../passwords/about-account.ts'
import { checkStrength, hashPassword, isPasswordHash } from '../passwords/passwords.ts'
import { factorJson, type UserRow, userJson } from '../users/user-row.ts'
import {
  confirmUser,
  createUser,
  emailExists,
  mergeMetadata,
  setEmailIdentity,
  userByEmail,
  userById,
  usersPage,
  validEmail,
} from '../users/users.ts'

/** Go's durations end after 292 years, PostgreSQL's instants much later. */
const MAX_BAN_SECONDS = 1000 * 365 * 24 * 3600
const HOURS: Record<string, number> = { h: 3600, m: 60, s: 1 }

/** Only with the secret key, which is service_role (internal/api/auth.go, requireAdmin). */
export function requireAdmin(call: AuthCall): void {
  if (call.apiRole !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
}

/** `100h`, `30m`, `1h30m` or `none`, as Go writes durations. Undefined: no change. */
function banSeconds(value: string): number | undefined {
  if (value === '') return undefined
  if (value === 'none') return 0
  const parts = [...value.matchAll(/(\d+(?:\.\d+)?)([hms])/g)]
  if (parts.map((part) => part[0]).join('') !== value)
    throw invalid(`invalid format for ban duration: time: invalid duration "${value}"`)
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (HOURS[unit ?? ''] ?? 0), 0)
  if (seconds > MAX_BAN_SECONDS) throw invalid('invalid format for ban duration: longer than 1000 years')
  return seconds
}

async function ban(session: Session, id: string, seconds: number | undefined): Promise<void> {
  if (seconds === undefined) return
  await session.query(
    `update auth.users set banned_until = case when $2 > 0 then now() + make_interval(secs => $2) end, updated_at = now() where id = $1`,
    [id, seconds],
  )
}

async function foundUser(session: Session, id: string): Promise<UserRow> {
  if (!UUID.test(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await userById(session, id)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

/** The hash of the password, of a random one, or the imported hash of an existing account. */
async function newHash(context: AuthContext, call: AuthCall): Promise<string> {
  const [password, brought] = [text(call.body, 'password'), text(call.body, 'password_hash')]
  if (password !== '' && brought !== '') throw invalid('Only a password or a password hash should be provided')
  if (brought !== '' && !isPasswordHash(brought)) throw invalid('The password hash is not one of bcrypt')
  if (password !== '') await checkStrength(context.passwords, password, [text(call.body, 'email')])
  return brought || hashPassword(password || randomBytes(32).toString('base64url'))
}

/** `POST /admin/users` (internal/api/admin.go, adminUserCreate). */
export const adminCreate: AuthHandler = async (context, call) => {
  if (text(call.body, 'email') === '') throw invalid('Cannot create a user without either an email or phone')
  const email = validEmail(text(call.body, 'email'))
  const id = text(call.body, 'id')
  if (id !== '' && !UUID.test(id)) throw invalid('ID must conform to the uuid v4 format')
  const banned = banSeconds(text(call.body, 'ban_duration'))
  const passwordHash = await newHash(context, call)
  const user = await inAuth(context, async (session) => {
    if (await userByEmail(session, email)) throw emailExists()
    const created = await createUser(session, {
      ...(id ? { id } : {}),
      email,
      passwordHash,
      userMetadata: record(call.body.user_metadata),
      appMetadata: record(call.body.app_metadata),
      confirmed: call.body.email_confirm === true,
    })
    await ban(session, created.id, banned)
    return foundUser(session, created.id)
  })
  return Response.json(userJson(user))
}

async function setEmail(session: Session, user: UserRow, email: string, verified: boolean): Promise<void> {
  if (email === user.email) return
  if (await userByEmail(session, email)) throw emailExists()
  await session.query('update auth.users set email = $2, updated_at = now() where id = $1', [user.id, email])
  await setEmailIdentity(session, user.id, email, verified)
}

async function change(
  session: Session,
  call: AuthCall,
  user: UserRow,
  passwordHash: string | undefined,
): Promise<void> {
  const { body } = call
  const email = text(body, 'email')
  if (passwordHash) {
    await session.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
      user.id,
      passwordHash,
    ])
    // internal/models/user.go, UpdatePassword: whoever knew the old one is signed out everywhere.
    await session.query('delete from auth.sessions where user_id = $1', [user.id])
  }
  if (email !== '') await setEmail(session, user, validEmail(email), body.email_confirm === true)
  if (body.email_confirm === true) await confirmUser(session, user)
  if (body.user_metadata !== undefined)
    await mergeMetadata(session, user.id, 'raw_user_meta_data', record(body.user_metadata))
  if (body.app_metadata !== undefined)
    await mergeMetadata(session, user.id, 'raw_app_meta_data', record(body.app_metadata))
  await ban(session, user.id, banSeconds(text(body, 'ban_duration')))
}

const idOf = (call: AuthCall) => call.params[0] ?? ''

/** `PUT /admin/users/{id}`. */
export const adminUpdate: AuthHandler = async (context, call) => {
  const password = text(call.body, 'password')
  if (password !== '') {
    const user = await inAuth(context, (session) => foundUser(session, idOf(call)))
    await checkStrength(context.passwords, password, await aboutAccount(context, user))
  }
  const hash = password === '' ? undefined : await hashPassword(password)
  const user = await inAuth(context, async (session) => {
    await change(session, call, await foundUser(session, idOf(call)), hash)
    return foundUser(session, idOf(call))
  })
  return Response.json(userJson(user))
}

/** `GET /admin/users/{id}`. */
export const adminGet: AuthHandler = async (context, call) =>
  Response.json(userJson(await inAuth(context, (session) => foundUser(session, idOf(call)))))

/**
 * `DELETE /admin/users/{id}`; dependent rows are handled by the database's foreign keys. Soft deletion is not
 * supported.
 */
export const adminDelete: AuthHandler = async (context, call) => {
  if (call.body.should_soft_delete === true) throw invalid('Soft deletion is not supported')
  await inAuth(context, async (session) => {
    const user = await foundUser(session, idOf(call))
    await session.query('delete from auth.users where id = $1', [user.id])
  })
  return Response.json({})
}

/** `GET /admin/users/{id}/factors` (internal/api/admin.go, adminUserGetFactors). */
export const adminFactors: AuthHandler = async (context, call) => {
  const user = await inAuth(context, (session) => foundUser(session, call.params[0] ?? ''))
  return Response.json(user.factors.map(factorJson))
}

/**
 * `DELETE /admin/users/{id}/factors/{factor}`: restores access for a member who lost the device
 * (adminUserDeleteFactor).
 */
export const adminDeleteFactor: AuthHandler = async (context, call) => {
  const factor = await inAuth(context, async (session) => {
    const user = await foundUser(session, call.params[0] ?? '')
    const locked = await lockedFactor(session, user.id, factorIdOf(call))
    await removeFactor(session, locked)
    return user.factors.find(({ id }) => id === locked.id)
  })
  return Response.json(factor ? factorJson(factor) : {})
}

const MAX_PAGE = 1000
const MAX_PAGES = 1_000_000

/** `GET /admin/users?page=&per_page=`, newest first, with GoTrue's `x-total-count` and `link` headers. */
export const adminList: AuthHandler = async (context, call) => {
  const number = (name: string, fallback: number) =>
    Math.max(1, Number.parseInt(call.url.searchParams.get(name) ?? '', 10) || fallback)
  const [page, perPage] = [Math.min(MAX_PAGES, number('page', 1)), Math.min(MAX_PAGE, number('per_page', 50))]
  const { users, total } = await inAuth(context, (session) => usersPage(session, perPage, (page - 1) * perPage))
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</auth/v1/admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return Response.json(
    { users: users.map(userJson), aud: 'authenticated' },
    { headers: { 'x-total-count': String(total), link: links.join(', ') } },
  )
}
