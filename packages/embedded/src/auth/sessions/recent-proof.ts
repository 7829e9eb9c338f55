import type { Session } from '../../database/engine.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import type { UserRow } from '../users/user-row.ts'
import { amrOf, type SessionRow } from './sessions.ts'

/** What only the owner has or knows. A mailed link counts where the account has no password: there it is the only key. */
const STRONG: ReadonlySet<string> = new Set(['password', 'oauth', 'passkey', 'totp', 'mfa/phone', 'mfa/webauthn'])

/**
 * Fails unless the caller of this session has proven within `changes.proofSeconds` who they are: a session that somebody
 * has stolen, or a screen left open, must not move the account to another address.
 */
export async function requireRecentProof(
  context: AuthContext,
  session: Session,
  { user, held }: { user: UserRow; held: SessionRow },
): Promise<void> {
  const { proofSeconds } = context.changes
  if (proofSeconds === undefined) return
  const earliest = context.now().getTime() / 1000 - proofSeconds
  const counts = (method: string) => STRONG.has(method) || !user.encrypted_password
  const proofs = await amrOf(session, held.id)
  if (proofs.some(({ method, timestamp }) => counts(method) && timestamp > earliest)) return
  throw new AuthError(400, 'reauthentication_needed', 'A change of address requires a recent sign-in')
}
