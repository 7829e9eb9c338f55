import { authStateSpacingMs, authStateTtlMs } from '@hot/domain/auth/timing'

/** Whether `since` is less than `span` milliseconds ago. If the clock was set back, everything counts as old. */
const within = (since: number, now: number, span: number) => now - since >= 0 && now - since < span

/**
 * Caches the server's answer about who is signed in. It is refetched after three minutes, never twice within half a
 * second, and cleared on sign-in, sign-out, account change and password recovery.
 * @package
 */
export function createAuthStateCache<State>(now: () => number, ask: () => Promise<State>) {
  let answer: { state: State; at: number } | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<State> | null = null

  async function refresh(): Promise<State> {
    askedAt = now()
    const request = ask()
    asking = request
    try {
      const state = await request
      // If the cache was cleared in between, this answer belongs to the previous account.
      if (asking === request) answer = { state, at: now() }
      return state
    } finally {
      if (asking === request) asking = null
    }
  }

  return {
    /** The cached answer, or a new one; null when it is too soon to ask. Rejects when the request fails. */
    async read(): Promise<State | null> {
      if (answer && within(answer.at, now(), authStateTtlMs)) return answer.state
      if (asking) return asking
      if (within(askedAt, now(), authStateSpacingMs)) return null
      return refresh()
    },
    clear(): void {
      answer = null
      asking = null
    },
  }
}
