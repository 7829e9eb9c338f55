/** Limits of the realtime client. Times in milliseconds. */
export const realtimeLimits = {
  eventsPerSecond: 10,
  heartbeatMs: 15_000,
  /** A tab hidden for this long closes its socket: its session's token is not refreshed either. */
  hiddenMs: 60_000,
  /** Without live updates the app asks after this time, and up to as much later. */
  askEveryMs: 30_000,
  /** After more changes than it takes, within how much time it reads again. */
  rereadMs: 2_000,
} as const

const reconnectStepMs = 500
const longestReconnectMs = 2000
/** A restart is over by then: the server is full, or away for longer. */
const quickAttempts = 8
const longestPauseMs = 60_000

/**
 * Wait before reconnect attempt `attempt` (1 = the first), in milliseconds: attempt times 500, at most 2000; from the ninth
 * on doubled, up to a minute.
 */
export function reconnectDelayMs(attempt: number): number {
  if (attempt <= quickAttempts) return Math.min(attempt * reconnectStepMs, longestReconnectMs)
  return Math.min(longestReconnectMs * 2 ** (attempt - quickAttempts), longestPauseMs)
}
