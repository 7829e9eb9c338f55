/** Limits of the realtime client. Times in milliseconds. */
export const realtimeLimits = {
  eventsPerSecond: 10,
  heartbeatMs: 15_000,
  /** A tab hidden for this long closes its socket: its session's token is not refreshed either. */
  hiddenMs: 60_000,
} as const

const reconnectStepMs = 500
const longestReconnectMs = 2000

/** Wait before reconnect attempt `attempt` (1 = the first), in milliseconds: attempt times 500, at most 2000. */
export function reconnectDelayMs(attempt: number): number {
  return Math.min(attempt * reconnectStepMs, longestReconnectMs)
}
