import { surplusEntries } from '@hot/domain/network/cache-policy'
import type { QueryClient } from '@tanstack/react-query'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { isNative } from '#web/platform/device/device.ts'
import { consentLevel, subscribeConsent } from '#web/platform/storage/consent.ts'
import { registerLater } from '../service-worker/register-later.ts'
import { appModalSeen } from './app-modal-due.ts'

/** Starts a long-running task; resolves with its cleanup function, if any. */
type Start = () => Promise<(() => void) | undefined>

/**
 * Tasks the first view does not need, in this order. Each does a cheap check before importing its code.
 * Failures are only logged and never prevent the next task from starting.
 */
const starts: readonly Start[] = [reportErrors, countAtFullConsent, offerAppOnce, registerLater]

/** Reports errors where the operator has configured it. */
async function reportErrors() {
  if (import.meta.env.SSR) return
  const { reports } = await runtimeConfig()
  if (reports) return (await import('#web/lib/monitoring/monitoring-on-demand.ts')).reportOnDemand(reports)
}

/** Counts the visit once full consent is given; `countVisit` stops by itself when it is withdrawn. */
async function countAtFullConsent() {
  const count = () => {
    if (consentLevel() !== 'full') return
    import('../analytics/count-visit.ts').then(({ countVisit }) => countVisit()).catch(console.warn)
    import('#web/lib/monitoring/monitoring-warnings.ts').then(({ watchSpeed }) => watchSpeed()).catch(console.warn)
  }
  count()
  return subscribeConsent(count)
}

/** Offers the app once, if a store link is configured, and only after the consent choice. */
async function offerAppOnce() {
  if (isNative) return
  const offer = () => {
    if (consentLevel() !== 'none' && !appModalSeen() && document.querySelector('.app-stores'))
      import('./app-modal.tsx').then(({ offerApp }) => offerApp()).catch(console.warn)
  }
  offer()
  return subscribeConsent(offer)
}

/** Returns the cleanup function, which also covers tasks that are still loading. */
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

/** Limits the number of entries of each cache; the query cache itself only evicts by age. */
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
