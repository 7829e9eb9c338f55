import type { AuthClient as Client } from '@supabase/auth-js'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { authFetch } from './auth-traffic.ts'
import { sessionKey } from './session-facts.ts'
import { sessionStorageArea } from './session-storage.ts'

export type AuthClient = InstanceType<typeof Client>

let client: Promise<AuthClient> | undefined

async function open(): Promise<AuthClient> {
  const [{ AuthClient }, config, { followSession }] = await Promise.all([
    import('@supabase/auth-js'),
    runtimeConfig(),
    import('./session.ts'),
  ])
  const opened = new AuthClient({
    url: `${config.supabaseUrl || window.location.origin}/auth/v1`,
    headers: { apikey: config.publishableKey },
    storage: sessionStorageArea,
    storageKey: sessionKey,
    flowType: 'pkce',
    autoRefreshToken: true,
    persistSession: true,
    // The page /auth/callback exchanges the code, so that it can show errors itself.
    detectSessionInUrl: false,
    fetch: authFetch,
  })
  followSession(opened)
  return opened
}

/**
 * A second client, whose session ends with the page and does not change this browser's: it shows whom a link signs in,
 * before this browser is signed in.
 */
export async function separateClient(): Promise<AuthClient> {
  const [{ AuthClient }, config] = await Promise.all([import('@supabase/auth-js'), runtimeConfig()])
  return new AuthClient({
    url: `${config.supabaseUrl || window.location.origin}/auth/v1`,
    headers: { apikey: config.publishableKey },
    storageKey: `${sessionKey}-separate`,
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
    fetch: authFetch,
  })
}

/**
 * The sign-in client, loaded when a session exists or is requested. Opening it starts following the session:
 * `viewer()` is updated from then on. Rejects when the backend is not configured or the code cannot be loaded.
 */
export function authClient(): Promise<AuthClient> {
  if (client) return client
  const opening = open()
  client = opening
  opening.catch(() => {
    client = undefined
  })
  return opening
}

const beforeSigningOut = new Set<() => Promise<void>>()

/** Runs before the session ends on this device, while its token is still valid; signing out waits for it, not for its success. */
export function beforeSignOut(act: () => Promise<void>): () => void {
  beforeSigningOut.add(act)
  return () => beforeSigningOut.delete(act)
}

export async function signOut(scope: 'local' | 'global' | 'others'): Promise<void> {
  if (scope !== 'others')
    for (const act of await Promise.allSettled([...beforeSigningOut].map((act) => act())))
      if (act.status === 'rejected') console.warn(act.reason)
  const client = await authClient()
  const { error } = await client.signOut({ scope })
  if (error) throw error
}
