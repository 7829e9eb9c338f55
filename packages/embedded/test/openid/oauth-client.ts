import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Contract } from '../open-contract.ts'

/** A client configured as in the app: PKCE, and its own store for session and verifier. */
export function oauthClient(contract: Contract, flowType: 'pkce' | 'implicit' = 'pkce'): SupabaseClient {
  const store = new Map<string, string>()
  return createClient(contract.url, contract.publishableKey, {
    auth: {
      flowType,
      autoRefreshToken: false,
      persistSession: true,
      storage: {
        getItem: (key) => store.get(key) ?? null,
        setItem: (key, value) => void store.set(key, value),
        removeItem: (key) => void store.delete(key),
      },
    },
    global: { fetch: (input, init) => contract.fetch(new Request(input, init)) },
  })
}

type Wishes = { redirectTo?: string; scopes?: string; queryParams?: Record<string, string> }

/** The address auth-js would open in the browser. */
export async function addressFor(
  client: SupabaseClient,
  provider: 'google' | 'apple',
  options: Wishes = {},
): Promise<string> {
  const { data, error } = await client.auth.signInWithOAuth({
    provider,
    options: { skipBrowserRedirect: true, ...options },
  })
  if (error) throw error
  return data.url
}
