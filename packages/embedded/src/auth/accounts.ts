import { type AuthContext, inAuth } from './auth-context.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { refusalOf } from './sign-up-hook.ts'
import { validEmail } from './users/email-address.ts'
import { confirmUser, createUser, userByEmail } from './users/users.ts'

/** The confirmed account of an address, made with this password where there is none. Asks no hook: the operator does this. */
export async function ensureAccount(
  context: AuthContext,
  address: string,
  password: string,
): Promise<{ id: string; made: boolean }> {
  const email = validEmail(address)
  const passwordHash = await hashPassword(password)
  try {
    return await inAuth(context, async (session) => {
      const known = await userByEmail(session, email)
      if (known && !known.email_confirmed_at) await confirmUser(session, known)
      if (known) return { id: known.id, made: false }
      const user = await createUser(session, { email, passwordHash, userMetadata: {}, confirmed: true })
      return { id: user.id, made: true }
    })
  } catch (error) {
    throw refusalOf(context, error) ?? error
  }
}
