import { registrationWindowMs } from '@hot/domain/auth/timing'
import { storageKeys } from '@hot/domain/privacy/storage-keys'
import type { AuthChangeEvent, AuthClient, Session } from '@supabase/auth-js'
import { browserClock } from '#web/platform/device/clock.ts'
import * as profileCache from '../viewer/own-profile.ts'
import { fetchOwnProfile } from '../viewer/own-profile.ts'
import { rememberFormer, setViewer, type Viewer } from '../viewer/viewer.ts'
import { createAuthMachine } from './auth-machine.ts'
import { createAuthStateCache } from './auth-state-cache.ts'
import { authTraffic, confirmSession } from './auth-traffic.ts'
import { emitSessionEvent } from './session-events.ts'
import { sessionFacts, sessionKey } from './session-facts.ts'
import { sessionIsPersisted, storedSession } from './session-storage.ts'

function publish(next: Viewer): void {
  // Before React is notified, so that both change in one frame.
  if (next.state === 'member') document.documentElement.dataset.viewer = 'member'
  else if (next.state === 'guest' && !next.pending) delete document.documentElement.dataset.viewer
  setViewer(next)
}

let inAdmin = window.location.pathname.includes('/admin')

const machine = createAuthMachine({
  clock: browserClock,
  publish,
  ...profileCache,
  fetchProfile: fetchOwnProfile,
  inAdmin: () => inAdmin,
})

type Client = InstanceType<typeof AuthClient>

/** Checks the stored session with the client from `open`; `viewer()` is settled at most three seconds after `since`. */
export function startSession(since: number, open: () => Promise<Client>): void {
  machine.start(since)
  if (import.meta.env.VITE_SHELL === 'native') trustStored()
  open().catch(unresolved)
}

/**
 * In the native apps a person with a stored session is treated as a member immediately, even offline: the session refreshes
 * in the background, and only a refusal by the server ends it. On the web the limits of `auth-timing` apply.
 */
function trustStored(): boolean {
  const { user, access_token } = storedSession() ?? {}
  if (!user || !access_token) return false
  machine.present(sessionFacts({ user, access_token }))
  return true
}

/** The session could not be checked. */
function unresolved(): void {
  if (import.meta.env.VITE_SHELL === 'native' && trustStored()) return
  machine.unresolved()
}

/** Called once by the client. auth-js waits for what a listener returns, so nothing here is awaited. */
export function followSession(client: Client): void {
  const authState = createAuthStateCache(Date.now, () => confirmSession(client))
  client.onAuthStateChange((event, session) => {
    if (event !== 'TOKEN_REFRESHED') authState.clear()
    if (session) signedIn(event, session)
    else noSession()
  })
  const recheck = () => {
    if (document.visibilityState === 'hidden' || !machine.userId()) return
    machine.recheck()
    // Without an answer the state stays as it is.
    authState.read().catch(() => {})
  }
  document.addEventListener('visibilitychange', recheck)
  window.addEventListener('online', recheck)
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKeys.profileCache) machine.recheck()
    // null: everything was cleared.
    if (key === sessionKey || key === null) followStorage(client).catch(unresolved)
  })
}

/** Other tabs report their own changes; this covers sessions that appeared or vanished without a client's event. */
async function followStorage(client: Client): Promise<void> {
  const { data } = await client.getSession()
  if (!data.session) noSession()
  else if (data.session.user.id !== machine.userId()) signedIn('SIGNED_IN', data.session)
}

function signedIn(event: AuthChangeEvent, session: Session): void {
  const facts = sessionFacts(session)
  const here = authTraffic.signedInHere
  const before = machine.userId()
  // auth-js also emits SIGNED_IN for a session restored from storage, and whenever the tab becomes visible.
  const signsIn = event === 'SIGNED_IN' || event === 'PASSWORD_RECOVERY' || machine.awaitsFactor()
  const fresh = signsIn && (here || before !== undefined) && before !== facts.userId
  machine.present(facts)
  // With a second factor, signing in is complete once that is entered.
  if (machine.awaitsFactor()) return
  authTraffic.signedInHere = false
  if (!fresh) return
  const registered = facts.issuedAt - Date.parse(facts.createdAt) <= registrationWindowMs
  const [persisted, replaces] = [sessionIsPersisted(), Boolean(before)]
  emitSessionEvent({ kind: 'signed-in', userId: facts.userId, here, registered, persisted, replaces })
}

function noSession(): void {
  // The server could not be reached; the stored session may still be valid.
  if (storedSession()) {
    unresolved()
    return
  }
  const { refused } = authTraffic
  authTraffic.refused = false
  const former = machine.userId()
  machine.absent()
  if (!former && !refused) return
  if (former) rememberFormer(refused ? former : null)
  emitSessionEvent({ kind: 'signed-out', refused })
}

/** Called by the shell when the page changes: the admin area does not wait for the profile. */
export function pathChanged(path: string): void {
  inAdmin = path.includes('/admin')
  machine.recheck()
}

export const refreshProfile = (): Promise<void> => machine.refreshProfile()
