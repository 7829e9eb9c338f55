/**
 * `error`: something that people or the operator lose, to be looked at now; `warn`: degraded, held back or about to be
 * tried again; `info`: ordinary.
 */
export type LogLevel = 'info' | 'warn' | 'error'

/**
 * Writes one line about progress or problems, never containing user input. Default level: `info`.
 */
export type Log = (line: string, level?: LogLevel) => void

/** The level of an answer that failed: 503 asks the client to come back, others are faults. */
export const levelOfStatus = (status: number): LogLevel => (status === 503 ? 'warn' : 'error')
