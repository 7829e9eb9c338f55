import { surplusEntries } from '@hot/domain/network/cache-policy'
import type { QueryClient } from '@tanstack/react-query'

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
