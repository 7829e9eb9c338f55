import { type AuthContext, inAuth } from './auth/auth-context.ts'
import { hashPassword } from './auth/passwords.ts'
import { confirmUser, createUser, userByEmail, validEmail } from './auth/users.ts'
import type { Engine } from './database/engine.ts'
import { transaction } from './database/transaction.ts'

export type Staff = 'admin' | 'moderator' | 'user'

/** Finds the account of an address, or makes a confirmed one with this password. Gives back its id. */
export async function ensureAccount(
  context: AuthContext,
  address: string,
  password: string,
): Promise<{ id: string; made: boolean }> {
  const email = validEmail(address)
  const passwordHash = await hashPassword(password)
  return inAuth(context, async (session) => {
    const known = await userByEmail(session, email)
    if (known && !known.email_confirmed_at) await confirmUser(session, known)
    if (known) return { id: known.id, made: false }
    const user = await createUser(session, { email, passwordHash, userMetadata: {}, confirmed: true })
    return { id: user.id, made: true }
  })
}

/** Gives a member a role, as nobody can through the API. False: there is no such profile. */
export async function setRole(
  engine: Engine,
  owner: string,
  id: string,
  role: Staff,
  nickname?: string,
): Promise<boolean> {
  return transaction(engine, owner, async (session) => {
    const { affected } = await session.query(
      'update public.profiles set role = $2, nickname = coalesce(nickname, $3) where id = $1',
      [id, role, nickname ?? null],
    )
    return affected === 1
  })
}
