/** So many events are sent together … */
export const analyticsBatchSize = 25
/** … or what there is, after so many milliseconds without a further one. */
export const analyticsIdleMs = 5000
/** Days that a summary covers. */
export const analyticsSummaryDays = 30

/** What waits while there is no network; the oldest beyond it are given up. */
export const analyticsQueueLimit = 200
/** Browsers refuse requests that outlive the page when their bodies exceed 64 KiB in sum (Fetch standard, keepalive). */
export const analyticsBodyBytes = 60_000
/** After so long without an event the next one begins a new session. */
export const sessionIdleMs = 30 * 60_000
