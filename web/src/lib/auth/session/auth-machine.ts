import { authStartFastPathMs, authStartOverallMs } from '@hot/domain/auth/timing'
import type { Clock } from '#web/platform/device/clock.ts'
import type { OwnProfile, Role } from '../viewer/own-profile.ts'
import type { Viewer } from '../viewer/viewer.ts'
import type { SessionFacts } from './session-facts.ts'

export type AuthSurroundings = {
  clock: Clock
  publish(viewer: Viewer): void
  cachedRole(): Role
  cachedProfile(): OwnProfile | null
  cachedProfileIsFresh(now: number): boolean
  keepProfile(profile: OwnProfile, now: number): void
  forgetProfile(): void
  /** The member's own row; null when there is none. Rejects when the backend cannot be asked. */
  fetchProfile(userId: string): Promise<OwnProfile | null>
  /** Paths containing /admin start without the profile and take the role for granted; the database still decides. */
  inAdmin(): boolean
}

/**
 * Who is looking, over time, with the limits of `auth-timing`. It knows no client and no clock of its own;
 * the session tells it what happened, and it publishes what the interface should show.
 */
export function createAuthMachine(around: AuthSurroundings) {
  /** undefined: not known yet. */
  let session: SessionFacts | null | undefined
  let profile: OwnProfile | null = null
  /** Only a start is loading, and nothing goes back to it. */
  let settled = true
  let started = false
  let stopTimers = () => {}
  let shown = ''

  function view(): Viewer {
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

  function show(): void {
    const next = view()
    const text = JSON.stringify(next)
    if (text === shown) return
    shown = text
    around.publish(next)
  }

  function settle(): void {
    settled = true
    stopTimers()
    show()
  }

  async function loadProfile(userId: string): Promise<void> {
    const loaded = await around.fetchProfile(userId)
    if (session?.userId !== userId) return
    profile = loaded
    if (loaded) around.keepProfile(loaded, around.clock.now())
    settle()
  }

  /** Takes the cached profile at once and asks for a new one when that is old. */
  function bringProfile(userId: string): void {
    const cached = around.cachedProfile()
    if (cached?.id === userId) profile = cached
    else if (cached) around.forgetProfile()
    if (around.inAdmin() || (profile && around.cachedProfileIsFresh(around.clock.now()))) return
    // Without a profile the member is still a member; coming back to the tab asks again.
    loadProfile(userId).catch(settle)
  }

  return {
    /** A session is stored and being looked at, since that instant of the clock. */
    start(since: number): void {
      if (session !== undefined || started) return
      started = true
      settled = false
      const passed = around.clock.now() - since
      const fastPath = around.clock.after(authStartFastPathMs - passed, () => session === undefined && settle())
      const overall = around.clock.after(authStartOverallMs - passed, settle)
      stopTimers = () => {
        fastPath()
        overall()
        stopTimers = () => {}
      }
      show()
    },
    /** Somebody is signed in: found in storage, just now, or in another tab. Another person replaces the former one. */
    present(facts: SessionFacts): void {
      const known = session?.userId === facts.userId
      session = facts
      if (!known) {
        profile = null
        bringProfile(facts.userId)
      }
      show()
    },
    /** Nobody is signed in. */
    absent(): void {
      session = null
      profile = null
      around.forgetProfile()
      settle()
    },
    /** The session can be neither confirmed nor refused: no network, or the backend does not answer. */
    unresolved(): void {
      session = undefined
      settle()
    },
    /** Path or profile cache changed, or the person came back: looks again, fetches only what is old. */
    lookAgain(): void {
      if (session) bringProfile(session.userId)
      show()
    },
    /** Reads the profile from the server, however fresh the cached one is. */
    async refreshProfile(): Promise<void> {
      if (session) await loadProfile(session.userId)
    },
    /** Whose session it is; undefined while that is not known. */
    userId: (): string | null | undefined => (session ? session.userId : session),
  }
}
