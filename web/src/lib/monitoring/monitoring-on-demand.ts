import type { ReportsConfig } from '#web/lib/api/config/runtime-config.ts'
import { consentLevel, subscribeConsent } from '#web/platform/storage/consent.ts'
import { awaitError } from './monitoring-outbox.ts'

type Stop = () => void

/** A recording starts with a snapshot of the page, which blocks a phone for 150 ms, so it waits until after page load. */
export const recordAfterMs = 5_000

/**
 * Loads error reporting with the first error, so that a visit without errors costs nothing. With full consent it is always
 * loaded some time later, to record the steps before an error. If loading fails, the next error retries;
 * until then errors stay in the outbox.
 */
export function reportOnDemand(config: ReportsConfig): Stop {
  let starting: Promise<Stop> | undefined
  const start = () => {
    if (starting) return
    starting = import('./monitoring-client.ts').then(({ startReports }) => startReports(config))
    starting.catch((error: unknown) => {
      starting = undefined
      console.warn(error)
    })
  }
  const record = () => {
    if (consentLevel() === 'full') start()
  }
  let timer: number | undefined
  const follow = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(record, recordAfterMs)
  }
  awaitError(start)
  follow()
  const unsubscribe = subscribeConsent(follow)
  return () => {
    unsubscribe()
    window.clearTimeout(timer)
    awaitError(undefined)
    // A failed load was already logged and leaves nothing to stop.
    starting?.then((stop) => stop()).catch(() => {})
  }
}
