import { createContext, type ReactNode, useContext } from 'react'

/** Leaves for a provider's page and comes back here with a fresh session. Rejects when it cannot begin. */
export type SignInWithProvider = (provider: 'google' | 'apple') => Promise<void>

const Context = createContext<SignInWithProvider | null>(null)

/** Signing in belongs to another feature; the route brings it along. */
export function ProviderSignIn({ signIn, children }: { signIn: SignInWithProvider; children: ReactNode }) {
  return <Context value={signIn}>{children}</Context>
}

export function useProviderSignIn(): SignInWithProvider {
  const signIn = useContext(Context)
  if (!signIn) throw new Error('Die Seite bringt die Anmeldung nicht mit.')
  return signIn
}
