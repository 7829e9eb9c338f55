import { isPgError, type Session } from '../../database/engine.ts'
import { type AuthHandler, inAuth, UUID } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { notifyOwner } from '../mails/notifications.ts'
import { requireRecentProof } from '../sessions/recent-proof.ts'
import { claimsOf, signedIn } from '../sessions/sessions.ts'
import { updateProviders } from '../users/identities.ts'
import type { UserRow } from '../users/user-row.ts'

const conflict = () =>
  new AuthError(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict')

/**
 * An account whose address came from the removed identity takes the address of another one (internal/models/user.go,
 * UpdateUserEmailFromIdentities), here only a verified one: otherwise any address could be claimed by linking it
 * unverified and unlinking all others. True if the address has changed.
 */
async function followIdentities(session: Session, user: UserRow): Promise<boolean> {
  const { rows } = await session.query(
    `select i.email, i.identity_data ->> 'email_verified' = 'true' as verified,
       exists (select from auth.users u where u.email = i.email and u.id <> i.user_id and not u.is_sso_user) as taken
       from auth.identities i where i.user_id = $1 order by i.created_at`,
    [user.id],
  )
  if (rows.some((row) => row.email === user.email)) return false
  const next = rows.find((row) => row.email && row.verified === true && row.taken !== true)
  if (!next) throw conflict()
  try {
    await session.query('update auth.users set email = $2, updated_at = now() where id = $1', [user.id, next.email])
  } catch (error) {
    // The mail domain rule, or a concurrent claim of the address.
    if (isPgError(error) && (error.code === '23505' || error.code === '23514')) throw conflict()
    throw error
  }
  return true
}

/** `DELETE /user/identities/{id}` (internal/api/identity.go, DeleteIdentity). */
export const unlinkIdentity: AuthHandler = async (context, call) => {
  const claims = await claimsOf(context, call)
  const id = call.params[0] ?? ''
  if (!UUID.test(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
  await inAuth(context, async (session) => {
    const caller = await signedIn(session, claims)
    const { user } = caller
    // Two concurrent requests must not both find another identity remaining.
    await session.query('select from auth.users where id = $1 for update', [user.id])
    const { rows } = await session.query('select id from auth.identities where user_id = $1', [user.id])
    if (rows.length <= 1)
      throw new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
    if (!rows.some((row) => row.id === id.toLowerCase()))
      throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
    await session.query('delete from auth.identities where id = $1', [id])
    if (await followIdentities(session, user)) {
      await requireRecentProof(context, session, caller)
      notifyOwner(context, user, 'email_changed')
    }
    await updateProviders(session, user.id)
  })
  return Response.json({})
}
