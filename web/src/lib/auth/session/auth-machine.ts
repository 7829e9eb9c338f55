import { authStartFastPathMs, authStartOverallMs } from '@hot/domain/auth/timing'
import type { Clock } from '#web/platform/device/clock.ts'
import type { OwnProfile, Role } from '../viewer/own-profile.ts'
import type { Viewer } from '../viewer/viewer.ts'
import type { SessionFacts } from './session-facts.ts'

/** @package */
export type AuthDependencies = {
  clock: Clock
  publish(viewer: Viewer): void
  cachedRole(): Role
  cachedProfile(): OwnProfile | null
  cachedProfileIsFresh(now: number): boolean
  cacheProfile(profile: OwnProfile, now: number): void
  clearCachedProfile(): void
  /** The member's own row; null when there is none. Rejects when the request fails. */
  fetchProfile(userId: string): Promise<OwnProfile | null>
  /** Paths containing /admin start without the profile and assume the role; the database still decides. */
  inAdmin(): boolean
}

type Known = {
  /** Undefined while unknown. */
  session: SessionFacts | null | undefined
  profile: OwnProfile | null
  /** The start is over; the viewer is never `loading` again. */
  settled: boolean
  /** Who has been shown as a member on this page. If they sign in again, the page stays while they enter their code. */
  shownAs: string | null
}

const lacksFactor = ({ assurance: { current, next } }: SessionFacts) => current !== next

/** Whether the session still needs its second factor and the page must show nothing of the account. */
const isHalf = ({ session, shownAs }: Known): boolean =>
  Boolean(session && lacksFactor(session) && session.userId !== shownAs)

function viewOf(known: Known, deps: AuthDependencies): Viewer {
  const { session, profile, settled } = known
  if (session === null) return { state: 'guest', role: 'user' }
  if (isHalf(known)) return { state: 'guest', role: 'user', pending: true, factor: true }
  if (!session) {
    return settled
      ? { state: 'guest', role: 'user', pending: true }
      : { state: 'loading', role: deps.cachedRole(), profile: deps.cachedProfile() }
  }
  if (!settled && !profile && !deps.inAdmin()) return { state: 'loading', role: deps.cachedRole(), profile: null }
  const { userId: id, email, createdAt, assurance } = session
  const role = deps.inAdmin() ? 'admin' : (profile?.role ?? deps.cachedRole())
  return { state: 'member', user: { id, email, createdAt }, profile, role, assurance }
}

/** Publishes only viewers that differ from the last one. */
function changesOnly(publish: (viewer: Viewer) => void): (viewer: Viewer) => void {
  let last = ''
  return (viewer) => {
    const text = JSON.stringify(viewer)
    if (text === last) return
    last = text
    publish(viewer)
  }
}

/** The two time limits of a start, counted from `since`. Returns a function that cancels them. */
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
 * State machine of the current viewer, with the limits of `auth-timing`. It has no client or clock of its own: the session
 * reports events to it, and it publishes what the interface should show.
 * @package
 */
export function createAuthMachine(deps: AuthDependencies) {
  const known: Known = { session: undefined, profile: null, settled: true, shownAs: null }
  const publish = changesOnly(deps.publish)
  let started = false
  let cancelLimits = () => {}

  const show = () => publish(viewOf(known, deps))

  function settle(): void {
    known.settled = true
    cancelLimits()
    show()
  }

  async function loadProfile(userId: string): Promise<void> {
    const loaded = await deps.fetchProfile(userId)
    if (known.session?.userId !== userId) return
    known.profile = loaded
    if (loaded) deps.cacheProfile(loaded, deps.clock.now())
    settle()
  }

  /** Shows the cached profile and fetches a new one when that is old. */
  function showProfile(userId: string): void {
    const cached = deps.cachedProfile()
    if (cached?.id === userId) known.profile = cached
    else if (cached) deps.clearCachedProfile()
    if (deps.inAdmin() || (known.profile && deps.cachedProfileIsFresh(deps.clock.now()))) return
    // The database would answer with nothing.
    if (known.session && lacksFactor(known.session)) return
    // Without a profile the viewer is still a member; returning to the tab retries.
    loadProfile(userId).catch(settle)
  }

  const machine = {
    /** A session is stored; its check began at `since` (milliseconds of the clock). */
    start(since: number): void {
      if (known.session !== undefined || started) return
      started = true
      known.settled = false
      const fastPath = () => known.session === undefined && settle()
      cancelLimits = startLimits(deps.clock, since, fastPath, settle)
      show()
    },
    /** A member is signed in: restored from storage, just now, or in another tab. Replaces any previous member. */
    present(facts: SessionFacts): void {
      const before = machine.userId()
      known.session = facts
      if (!lacksFactor(facts)) known.shownAs = facts.userId
      if (isHalf(known)) known.profile = null
      else if (before !== facts.userId) {
        known.profile = null
        showProfile(facts.userId)
      }
      show()
    },
    /** Nobody is signed in. */
    absent(): void {
      known.session = null
      known.profile = null
      known.shownAs = null
      // Published first: who follows the viewer would store again what is cleared of a member.
      settle()
      deps.clearCachedProfile()
    },
    /** The session can be neither confirmed nor refused: no network, or the backend does not answer. */
    unresolved(): void {
      known.session = undefined
      settle()
    },
    /** Call it when the path or the profile cache changed, or the person returned; fetches only a stale profile. */
    recheck(): void {
      if (known.session && !isHalf(known)) showProfile(known.session.userId)
      show()
    },
    /** Fetches the profile, even if the cached one is fresh. */
    async refreshProfile(): Promise<void> {
      if (known.session && !isHalf(known)) await loadProfile(known.session.userId)
    },
    /** The member; null for guests and until a second factor is entered, undefined while the session is not known. */
    userId: (): string | null | undefined => {
      if (!known.session) return known.session
      return isHalf(known) ? null : known.session.userId
    },
    /** Whether the session needs a second factor before its member is shown. */
    awaitsFactor: () => isHalf(known),
  }
  return machine
}
