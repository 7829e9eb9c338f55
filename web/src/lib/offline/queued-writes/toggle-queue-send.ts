import { DataError } from '#web/lib/api/data-error.ts'
import type { Clock } from '#web/platform/device/clock.ts'

/** No answer came: the network, or a gateway that got none itself. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof DataError) || error.status === 0 || error.status === 504

/** The server may have taken it or not. */
export const mayHaveBeenLost = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof DataError && error.status >= 500 && error.status < 600)

/** One request with the time limit of the connection; over as well when `ended` is. Rejects with DataError 0 then. */
export function sendInTime(
  write: (signal: AbortSignal) => Promise<void>,
  ended: AbortSignal,
  limitMs: number,
  clock: Clock,
): Promise<void> {
  const late = new AbortController()
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      late.abort()
      reject(new DataError('', 0, 'no answer'))
    }
    const stopClock = clock.after(limitMs, giveUp)
    ended.addEventListener('abort', giveUp)
    write(late.signal)
      .then(resolve, reject)
      .finally(() => {
        stopClock()
        ended.removeEventListener('abort', giveUp)
      })
  })
}
