import { surplusEntries } from '@hot/domain/network/cache-policy'
import type { QueryClient } from '@tanstack/react-query'

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
