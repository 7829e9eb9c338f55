import { type AuthContext, inAuth } from '../auth-context.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { refusalOf } from '../sign-up-hook.ts'
import { takeOverByMail } from '../users/identities.ts'
import { confirmUser, createUser, userByEmail, validEmail } from '../users/users.ts'

/**
 * The confirmed account of an address. Without one it is made, or an unconfirmed one taken over, with this password
 * (`made`). Skips the hook, since this is an operator action.
 */
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
      if (known?.email_confirmed_at) return { id: known.id, made: false }
      if (known) {
        await takeOverByMail(session, known, { passwordHash, userMetadata: {} })
        await confirmUser(session, known)
        return { id: known.id, made: true }
      }
      const user = await createUser(session, { email, passwordHash, userMetadata: {}, confirmed: true })
      return { id: user.id, made: true }
    })
  } catch (error) {
    throw refusalOf(context, error) ?? error
  }
}
