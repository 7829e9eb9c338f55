import type { ReportsConfig } from '#web/lib/api/config/runtime-config.ts'
import { consentLevel, subscribeConsent } from '#web/platform/storage/consent.ts'
import { awaitError } from './monitoring-outbox.ts'

type Stop = () => void

/** A recording begins with a copy of the whole page, which keeps a phone busy for 150 ms: not while somebody arrives. */
export const recordAfterMs = 5_000

/**
 * Loads what reports errors with the first of them: a visit without errors costs nothing. With full consent it is loaded
 * some time later in any case, because then the steps before an error are wanted too. What cannot be loaded is tried again
 * with the next error; meanwhile the outbox keeps them.
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
    // Where it could not be loaded, that was said and there is nothing to end.
    starting?.then((stop) => stop()).catch(() => {})
  }
}
