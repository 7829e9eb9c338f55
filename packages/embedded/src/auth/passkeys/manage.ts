import type { Session } from '../../database/engine.ts'
import { type AuthCall, type AuthHandler, inAuth, text, UUID } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { notifyOwner } from '../mails/notifications.ts'
import { claimsOf, type SessionRow, signedIn } from '../sessions/sessions.ts'
import { instant, type UserRow } from '../users/user-row.ts'
import { userById } from '../users/users.ts'
import { partyOf } from './challenges.ts'
import { type PasskeyRow, passkeysOf, removePasskey, setName } from './store.ts'

/** GoTrue counts bytes (internal/api/passkey_manage.go). */
const MAX_NAME_BYTES = 120

const unknown = () => new AuthError(404, 'validation_failed', 'Passkey not found')

/** A passkey as GoTrue lists it (PasskeyListItem). */
export const passkeyJson = (row: PasskeyRow) => ({
  id: row.id,
  ...(row.friendly_name ? { friendly_name: row.friendly_name } : {}),
  created_at: instant(row.created_at),
  ...(row.last_used_at ? { last_used_at: instant(row.last_used_at) } : {}),
})

/** Adding and removing want aal2 as soon as there is a second factor (requirePasskeyManagementAAL). */
export function checkLevel(user: UserRow, held: SessionRow): void {
  if (held.aal !== 'aal2' && user.factors.some(({ status }) => status === 'verified'))
    throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to manage passkeys when MFA is enabled')
}

const idOf = (call: AuthCall): string => {
  const id = call.params.at(-1) ?? ''
  if (!UUID.test(id)) throw unknown()
  return id
}

/** `GET /passkeys` (PasskeyList). */
export const listPasskeys: AuthHandler = async (context, call) => {
  partyOf(context)
  const claims = await claimsOf(context, call)
  const rows = await inAuth(context, async (session) => {
    const { user } = await signedIn(session, claims)
    return passkeysOf(session, user.id)
  })
  return Response.json(rows.map(passkeyJson))
}

/** `PATCH /passkeys/{id}` (PasskeyUpdate). */
export const renamePasskey: AuthHandler = async (context, call) => {
  partyOf(context)
  const claims = await claimsOf(context, call)
  const name = text(call.body, 'friendly_name')
  if (name === '') throw invalid('friendly_name is required')
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw invalid('friendly_name must be 120 characters or less')
  const row = await inAuth(context, async (session) => {
    const { user } = await signedIn(session, claims)
    return setName(session, user.id, idOf(call), name)
  })
  if (!row) throw unknown()
  return Response.json(passkeyJson(row))
}

/** `DELETE /passkeys/{id}` (PasskeyDelete). */
export const deletePasskey: AuthHandler = async (context, call) => {
  partyOf(context)
  const claims = await claimsOf(context, call)
  const owner = await inAuth(context, async (session) => {
    const { user, held } = await signedIn(session, claims)
    checkLevel(user, held)
    if (!(await removePasskey(session, user.id, idOf(call)))) throw unknown()
    return user
  })
  notifyOwner(context, owner, 'mfa_factor_unenrolled')
  return new Response(null, { status: 204 })
}

async function accountOf(session: Session, call: AuthCall): Promise<UserRow> {
  const id = call.params[0] ?? ''
  const user = UUID.test(id) ? await userById(session, id) : undefined
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

/** `GET /admin/users/{id}/passkeys`. */
export const adminPasskeys: AuthHandler = async (context, call) => {
  partyOf(context)
  const rows = await inAuth(context, async (session) => passkeysOf(session, (await accountOf(session, call)).id))
  return Response.json(rows.map(passkeyJson))
}

/** `DELETE /admin/users/{id}/passkeys/{passkey}`, for a member whose device was stolen. */
export const adminDeletePasskey: AuthHandler = async (context, call) => {
  partyOf(context)
  await inAuth(context, async (session) => {
    const user = await accountOf(session, call)
    if (!(await removePasskey(session, user.id, idOf(call)))) throw unknown()
  })
  return new Response(null, { status: 204 })
}
