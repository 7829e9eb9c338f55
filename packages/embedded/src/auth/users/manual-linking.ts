import type { Session } from '../../database/engine.ts'
import { isPgError } from '../../database/engine.ts'
import { type AuthContext, type AuthHandler, inAuth } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { claimsOf, signedIn } from '../authenticated.ts'
import type { ExternalUser } from '../oauth/oauth-claims.ts'
import { addIdentity, ownerOfIdentity, updateProviders } from './identities.ts'
import type { UserRow } from './user-row.ts'
import { isBanned, userById } from './users.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Adds an identity to the account that asked for it (internal/api/identity.go, linkIdentityToUser). */
export async function linkExternal(
  context: AuthContext,
  session: Session,
  userId: string,
  provider: string,
  external: ExternalUser,
): Promise<{ userId: string }> {
  const user = await userById(session, userId)
  if (!user || user.deleted_at) throw new AuthError(422, 'user_not_found', 'Linking target user not found')
  if (isBanned(user, context.now())) throw new AuthError(403, 'user_banned', 'User is banned')
  const owner = await ownerOfIdentity(session, provider, external.subject)
  if (owner) {
    const whose = owner === userId ? '' : ' to another user'
    throw new AuthError(422, 'identity_already_exists', `Identity is already linked${whose}`)
  }
  await addIdentity(session, userId, provider, external)
  await updateProviders(session, userId)
  return { userId }
}

const conflict = () =>
  new AuthError(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict')

/**
 * An account whose address came from the identity that is gone takes the address of another identity
 * (internal/models/user.go, UpdateUserEmailFromIdentities), here only one that its provider has verified: else anybody's
 * address could be had by linking it unverified and unlinking the rest.
 */
async function followIdentities(session: Session, user: UserRow): Promise<void> {
  const { rows } = await session.query(
    `select i.email, i.identity_data ->> 'email_verified' = 'true' as verified,
       exists (select from auth.users u where u.email = i.email and u.id <> i.user_id and not u.is_sso_user) as taken
       from auth.identities i where i.user_id = $1 order by i.created_at`,
    [user.id],
  )
  if (rows.some((row) => row.email === user.email)) return
  const next = rows.find((row) => row.email && row.verified === true && row.taken !== true)
  if (!next) throw conflict()
  try {
    await session.query('update auth.users set email = $2, updated_at = now() where id = $1', [user.id, next.email])
  } catch (error) {
    // Our own rule about mail domains, or somebody who took the address in this very moment.
    if (isPgError(error) && (error.code === '23505' || error.code === '23514')) throw conflict()
    throw error
  }
}

/** `DELETE /user/identities/{id}` (internal/api/identity.go, DeleteIdentity). */
export const unlinkIdentity: AuthHandler = async (context, call) => {
  const claims = await claimsOf(context, call)
  const id = call.params[0] ?? ''
  if (!UUID.test(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
  await inAuth(context, async (session) => {
    const { user } = await signedIn(session, claims)
    // Two at once must not both find another one left.
    await session.query('select from auth.users where id = $1 for update', [user.id])
    const { rows } = await session.query('select id from auth.identities where user_id = $1', [user.id])
    if (rows.length <= 1)
      throw new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
    if (!rows.some((row) => row.id === id.toLowerCase()))
      throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
    await session.query('delete from auth.identities where id = $1', [id])
    await followIdentities(session, user)
    await updateProviders(session, user.id)
  })
  return Response.json({})
}
