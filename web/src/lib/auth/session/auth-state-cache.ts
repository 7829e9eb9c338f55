import { authStateSpacingMs, authStateTtlMs } from '@hot/domain/auth/timing'

/** Whether an instant lies less than so many milliseconds back. A clock that was set back makes everything old. */
const within = (since: number, now: number, span: number) => now - since >= 0 && now - since < span

/**
 * The server's answer to who is signed in: asked again after three minutes, never twice within half a
 * second, and forgotten when somebody signs in or out, changes the account or recovers the password.
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
      // Cleared meanwhile: this answer is about the previous account.
      if (asking === request) answer = { state, at: now() }
      return state
    } finally {
      if (asking === request) asking = null
    }
  }

  return {
    /** The cached word, or a new one; null when it is too soon to ask. Rejects as asking does. */
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
