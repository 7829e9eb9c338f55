import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { authClient } from '#web/lib/auth/session/auth-client.ts'

/** What the server asks for before it does something that cannot be undone. */
export type Proof = 'sign-in' | 'code'

const proofs: Readonly<Record<string, Proof>> = {
  reauthentication_needed: 'sign-in',
  mfa_needed: 'code',
  insufficient_aal: 'code',
}

/** The proof a refusal asks for, or null when it is a refusal for another reason. */
export const neededProof = (error: unknown): Proof | null => proofs[refusalOf(error)] ?? null

/** How a member can prove who they are: by password, or through providers they have signed in with. */
export type SignInWays = { password: boolean; providers: ('google' | 'apple')[]; newEmail: string | null }

/**
 * Asks the server for the ways to sign in to this account, and an address change that waits for its links. Those may have
 * been followed on another device: a session that still names the former address is renewed, or the page would show that
 * one and prove passwords against it. Throws AuthError.
 */
export async function signInWays(): Promise<SignInWays> {
  const client = await authClient()
  const { data, error } = await client.getUser()
  if (error) throw error
  const { session } = (await client.getSession()).data
  if (session && session.user.email !== data.user.email) {
    const renewed = await client.refreshSession()
    if (renewed.error) throw renewed.error
  }
  const used = new Set((data.user.identities ?? []).map(({ provider }) => provider))
  return {
    password: used.has('email'),
    providers: (['google', 'apple'] as const).filter((provider) => used.has(provider)),
    newEmail: data.user.new_email || null,
  }
}

/** Signs in again by password: the session is fresh afterwards, and replaces the one before. Throws AuthError. */
export async function signInAgain(email: string, password: string): Promise<void> {
  const { error } = await (await authClient()).signInWithPassword({ email, password })
  if (error) throw error
}
