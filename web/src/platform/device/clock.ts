/** The time, and waiting for it: given to what counts time, so that tests can turn it. */
export type Clock = {
  now(): number
  /** Calls back after so many milliseconds; returns what cancels it. */
  after(ms: number, callback: () => void): () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
