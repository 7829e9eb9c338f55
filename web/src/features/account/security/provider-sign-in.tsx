import { createContext, type ReactNode, useContext } from 'react'

/**
 * Signs in again through a provider. On the web the page is left and comes back with a fresh session (`elsewhere`); the
 * native apps stay and say that it worked. Rejects when it cannot begin.
 */
export type SignInWithProvider = (provider: 'google' | 'apple') => Promise<'elsewhere' | 'done' | 'second-factor'>

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
