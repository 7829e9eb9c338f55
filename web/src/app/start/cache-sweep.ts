import { expiredEntries, surplusEntries } from '@hot/domain/network/cache-policy'
import type { QueryClient } from '@tanstack/react-query'

/**
 * Limits the number of entries of each cache, and how old stars and formats may be; the query cache itself only evicts by
 * the time since the last use.
 */
export function sweepCache(client: QueryClient, now = Date.now()): void {
  const cache = client.getQueryCache()
  const entries = cache.getAll().map((query) => ({
    query,
    key: query.queryKey,
    updatedAt: query.state.dataUpdatedAt,
    inUse: query.getObserversCount() > 0 || query.state.fetchStatus !== 'idle',
  }))
  for (const { query } of [...expiredEntries(entries, now), ...surplusEntries(entries)]) cache.remove(query)
}
