import { type AuthHandler, inAuth } from '../auth-context.ts'
import { invalid } from '../auth-error.ts'
import { claimsOf, signedIn } from '../authenticated.ts'

/** `POST /logout?scope=global|local|others` (internal/api/logout.go). Without a scope: everywhere. */
export const logout: AuthHandler = async (context, call) => {
  const scope = call.url.searchParams.get('scope') ?? 'global'
  if (!['global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
  const claims = await claimsOf(context, call)
  await inAuth(context, async (session) => {
    const { user, held } = await signedIn(session, claims)
    // Refresh tokens go with their session.
    if (scope === 'global') await session.query('delete from auth.sessions where user_id = $1', [user.id])
    if (scope === 'local') await session.query('delete from auth.sessions where id = $1', [held.id])
    if (scope === 'others')
      await session.query('delete from auth.sessions where user_id = $1 and id <> $2', [user.id, held.id])
  })
  return new Response(null, { status: 204 })
}
