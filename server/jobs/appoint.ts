import { type AuthContext, inAuth } from '@hot/embedded/auth/auth-context'
import { hashPassword } from '@hot/embedded/auth/sign-in/passwords'
import { validEmail } from '@hot/embedded/auth/users/email-address'
import { confirmUser, createUser, userByEmail } from '@hot/embedded/auth/users/users'
import { transaction } from '@hot/embedded/database/transaction'

export type Staff = 'admin' | 'moderator' | 'user'

async function ensureAccount(
  context: AuthContext,
  email: string,
  password: string,
): Promise<{ id: string; made: boolean }> {
  const passwordHash = await hashPassword(password)
  return inAuth(context, async (session) => {
    const known = await userByEmail(session, email)
    if (known && !known.email_confirmed_at) await confirmUser(session, known)
    if (known) return { id: known.id, made: false }
    const user = await createUser(session, { email, passwordHash, userMetadata: {}, confirmed: true })
    return { id: user.id, made: true }
  })
}

/**
 * Gives a member a role, as nobody can through the API, and makes a confirmed account with this password where there is
 * none. The profile comes from our trigger; `nickname` is only used when it has none.
 */
export async function appoint(
  context: AuthContext,
  owner: string,
  member: { email: string; role: Staff; password: string; nickname?: string | undefined },
): Promise<{ id: string; made: boolean }> {
  const account = await ensureAccount(context, validEmail(member.email), member.password)
  const { affected } = await transaction(context.engine, owner, (session) =>
    session.query('update public.profiles set role = $2, nickname = coalesce(nickname, $3) where id = $1', [
      account.id,
      member.role,
      member.nickname ?? null,
    ]),
  )
  if (affected !== 1) throw new Error('No profile was made for the new account.')
  return account
}
