import { surplusEntries } from '@hot/domain/network/cache-policy'
import type { QueryClient } from '@tanstack/react-query'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { isNative } from '#web/platform/device/device.ts'
import { consentLevel, subscribeConsent } from '#web/platform/storage/consent.ts'
import { registerLater } from '../service-worker/register-later.ts'
import { appModalSeen } from './app-modal-due.ts'

/** Starts something that lasts; returns its cleanup, if any. */
type Start = () => Promise<(() => void) | undefined>

/**
 * What the first view does not need, in this order: each entry decides by a cheap check whether it loads anything at all,
 * and imports its code itself. A failure is only logged and never prevents the next from starting.
 */
const starts: readonly Start[] = [reportErrors, countAtFullConsent, offerAppOnce, registerLater]

/** Errors are reported where the operator says to. */
async function reportErrors() {
  if (import.meta.env.SSR) return
  const { reports } = await runtimeConfig()
  if (reports) return (await import('#web/lib/monitoring/monitoring-on-demand.ts')).reportOnDemand(reports)
}

/** Counting begins with full consent, whenever that is given; it ends by itself. */
async function countAtFullConsent() {
  const count = () => {
    if (consentLevel() !== 'full') return
    import('../analytics/count-visit.ts').then(({ countVisit }) => countVisit()).catch(console.warn)
    import('#web/lib/monitoring/monitoring-warnings.ts').then(({ watchSpeed }) => watchSpeed()).catch(console.warn)
  }
  count()
  return subscribeConsent(count)
}

/** The app is spoken of once, where the footer knows a store, and never before the choice about counting is made. */
async function offerAppOnce() {
  if (isNative) return
  const offer = () => {
    if (consentLevel() !== 'none' && !appModalSeen() && document.querySelector('.app-stores'))
      import('./app-modal.tsx').then(({ offerApp }) => offerApp()).catch(console.warn)
  }
  offer()
  return subscribeConsent(offer)
}

/** Returns the cleanup, also for what is still loading. */
export function startLater(): () => void {
  const stops: (() => void)[] = []
  let left = false
  const begin = async () => {
    for (const start of starts) {
      try {
        const stop = await start()
        if (left) stop?.()
        else if (stop) stops.push(stop)
      } catch (error) {
        console.error(error)
      }
    }
  }
  void begin()
  return () => {
    left = true
    for (const stop of stops) stop()
  }
}

/** Limits each cache to its number of entries; the query cache itself only forgets by age. */
export function sweepCache(client: QueryClient): void {
  const cache = client.getQueryCache()
  const entries = cache.getAll().map((query) => ({
    query,
    key: query.queryKey,
    updatedAt: query.state.dataUpdatedAt,
    inUse: query.getObserversCount() > 0 || query.state.fetchStatus !== 'idle',
  }))
  for (const { query } of surplusEntries(entries)) cache.remove(query)
}
