import { authTiming } from '@hot/domain/auth-timing'
import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { type AuthClient, authClient } from './auth-client.ts'
import { createAuthMachine } from './auth-machine.ts'
import { authTraffic } from './auth-traffic.ts'
import { fetchOwnProfile } from './own-profile.ts'
import * as profileCache from './profile-cache.ts'
import { emitSessionEvent } from './session-events.ts'
import { sessionFacts } from './session-facts.ts'
import { sessionIsKept, storedSession } from './session-storage.ts'
import { setViewer } from './viewer.ts'

const machine = createAuthMachine({
  clock: {
    now: Date.now,
    after(ms, callback) {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
  },
  publish: setViewer,
  ...profileCache,
  fetchProfile: fetchOwnProfile,
  inAdmin: () => window.location.pathname.includes('/admin'),
})

/** Looks at the stored session; `viewer()` is settled within three seconds. */
export function startSession(): void {
  machine.start()
  authClient().catch(machine.unresolved)
}

/** For the client, once. auth-js waits for what a listener returns, so nothing here is awaited. */
export function followSession(client: AuthClient): void {
  client.onAuthStateChange((event, session) => (session ? signedIn(event, session) : noSession()))
}

function signedIn(event: AuthChangeEvent, session: Session): void {
  const facts = sessionFacts(session)
  const here = authTraffic.signedInHere
  // auth-js also says SIGNED_IN for a session it found in storage, and whenever the tab is looked at again.
  const fresh = event === 'SIGNED_IN' && (here || machine.userId() !== undefined) && machine.userId() !== facts.userId
  authTraffic.signedInHere = false
  machine.present(facts)
  if (!fresh) return
  const registered = facts.issuedAt - Date.parse(facts.createdAt) <= authTiming.registrationWindowMs
  emitSessionEvent({ kind: 'signed-in', userId: facts.userId, here, registered, kept: sessionIsKept() })
}

function noSession(): void {
  // The server could not be asked; what is stored may still be good.
  if (storedSession()) {
    machine.unresolved()
    return
  }
  const wasMember = machine.userId() !== null && machine.userId() !== undefined
  machine.absent()
  if (wasMember || authTraffic.refused) emitSessionEvent({ kind: 'signed-out', refused: authTraffic.refused })
  authTraffic.refused = false
}

export const refreshProfile = (): Promise<void> => machine.refreshProfile()

export async function signOut(scope: 'local' | 'global' | 'others'): Promise<void> {
  const client = await authClient()
  const { error } = await client.signOut({ scope })
  if (error) throw error
}
