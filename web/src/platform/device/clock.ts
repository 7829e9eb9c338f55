/** Current time and timers, injected so that tests can control them. */
export type Clock = {
  now(): number
  /** Calls back after this many milliseconds; returns the cancel function. */
  after(ms: number, callback: () => void): () => void
}

/** The device's own, which may be wrong: `server-clock.ts` says what is over or running. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
