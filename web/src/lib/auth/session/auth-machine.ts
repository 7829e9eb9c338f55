import { authStartFastPathMs, authStartOverallMs } from '@hot/domain/auth/timing'
import type { Clock } from '#web/platform/device/clock.ts'
import type { OwnProfile, Role } from '../viewer/own-profile.ts'
import type { Viewer } from '../viewer/viewer.ts'
import type { SessionFacts } from './session-facts.ts'

/** @package */
export type AuthSurroundings = {
  clock: Clock
  publish(viewer: Viewer): void
  cachedRole(): Role
  cachedProfile(): OwnProfile | null
  cachedProfileIsFresh(now: number): boolean
  cacheProfile(profile: OwnProfile, now: number): void
  clearCachedProfile(): void
  /** The member's own row; null when there is none. Rejects when the backend cannot be asked. */
  fetchProfile(userId: string): Promise<OwnProfile | null>
  /** Paths containing /admin start without the profile and take the role for granted; the database still decides. */
  inAdmin(): boolean
}

/** `session`: undefined while it is not known. `settled`: only a start is loading, and nothing goes back to it. */
type Known = { session: SessionFacts | null | undefined; profile: OwnProfile | null; settled: boolean }

function viewOf({ session, profile, settled }: Known, around: AuthSurroundings): Viewer {
  if (session === null) return { state: 'guest', role: 'user' }
  if (!session) {
    return settled
      ? { state: 'guest', role: 'user', pending: true }
      : { state: 'loading', role: around.cachedRole(), profile: around.cachedProfile() }
  }
  if (!settled && !profile && !around.inAdmin()) return { state: 'loading', role: around.cachedRole(), profile: null }
  const { userId: id, email, createdAt, assurance } = session
  const role = around.inAdmin() ? 'admin' : (profile?.role ?? around.cachedRole())
  return { state: 'member', user: { id, email, createdAt }, profile, role, assurance }
}

/** Passes on only what differs from the last. */
function changesOnly(publish: (viewer: Viewer) => void): (viewer: Viewer) => void {
  let last = ''
  return (viewer) => {
    const text = JSON.stringify(viewer)
    if (text === last) return
    last = text
    publish(viewer)
  }
}

/** The two limits of a start, counted from `since`. Returns what cancels them. */
function startLimits(clock: Clock, since: number, fastPath: () => void, overall: () => void): () => void {
  const passed = clock.now() - since
  const cancels = [
    clock.after(authStartFastPathMs - passed, fastPath),
    clock.after(authStartOverallMs - passed, overall),
  ]
  return () => {
    for (const cancel of cancels.splice(0)) cancel()
  }
}

/**
 * Who is looking, over time, with the limits of `auth-timing`. It knows no client and no clock of its own; the session
 * tells it what happened, and it publishes what the interface should show.
 * @package
 */
export function createAuthMachine(around: AuthSurroundings) {
  const known: Known = { session: undefined, profile: null, settled: true }
  const publish = changesOnly(around.publish)
  let started = false
  let cancelLimits = () => {}

  const show = () => publish(viewOf(known, around))

  function settle(): void {
    known.settled = true
    cancelLimits()
    show()
  }

  async function loadProfile(userId: string): Promise<void> {
    const loaded = await around.fetchProfile(userId)
    if (known.session?.userId !== userId) return
    known.profile = loaded
    if (loaded) around.cacheProfile(loaded, around.clock.now())
    settle()
  }

  /** Shows the cached profile and fetches a new one when that is old. */
  function showProfile(userId: string): void {
    const cached = around.cachedProfile()
    if (cached?.id === userId) known.profile = cached
    else if (cached) around.clearCachedProfile()
    if (around.inAdmin() || (known.profile && around.cachedProfileIsFresh(around.clock.now()))) return
    // Without a profile the member is still a member; coming back to the tab asks again.
    loadProfile(userId).catch(settle)
  }

  return {
    /** A session is stored and being looked at, since that instant of the clock. */
    start(since: number): void {
      if (known.session !== undefined || started) return
      started = true
      known.settled = false
      const fastPath = () => known.session === undefined && settle()
      cancelLimits = startLimits(around.clock, since, fastPath, settle)
      show()
    },
    /** Somebody is signed in: found in storage, just now, or in another tab. Another person replaces the former one. */
    present(facts: SessionFacts): void {
      const samePerson = known.session?.userId === facts.userId
      known.session = facts
      if (!samePerson) {
        known.profile = null
        showProfile(facts.userId)
      }
      show()
    },
    /** Nobody is signed in. */
    absent(): void {
      known.session = null
      known.profile = null
      around.clearCachedProfile()
      settle()
    },
    /** The session can be neither confirmed nor refused: no network, or the backend does not answer. */
    unresolved(): void {
      known.session = undefined
      settle()
    },
    /** For when the path or the profile cache changed, or the person came back; fetches only what is old. */
    lookAgain(): void {
      if (known.session) showProfile(known.session.userId)
      show()
    },
    /** Reads the profile from the server, however fresh the cached one is. */
    async refreshProfile(): Promise<void> {
      if (known.session) await loadProfile(known.session.userId)
    },
    /** Whose session it is; undefined while that is not known. */
    userId: (): string | null | undefined => (known.session ? known.session.userId : known.session),
  }
}
