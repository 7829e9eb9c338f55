import { trendingFormats } from '@hot/domain/format/trending'
import {
  type CacheTaskName,
  recentSearchesMax,
  searchWarmTerms,
  trendingEntries,
} from '@hot/domain/network/cache-warming'
import type { QueryClient } from '@tanstack/react-query'
import { statsQuery } from '#web/admin/dashboard/api.ts'
import { formatQuery, formatsQuery } from '#web/entities/format/api.ts'
import { popularQuery, searchQuery } from '#web/features/search/api.ts'

/** The searches of this visit, latest first. */
function recentSearches(client: QueryClient): string[] {
  const terms = client
    .getQueryCache()
    .findAll({ queryKey: searchQuery('').queryKey.slice(0, -1) })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ queryKey }) => String(queryKey.at(-1)))
  return terms.filter((term) => searchWarmTerms.every((warm) => warm !== term)).slice(0, recentSearchesMax)
}

/** Asks again for what is on screen and not fresh any more. */
const refresh = (client: QueryClient, rooms: readonly string[]) =>
  client.refetchQueries(
    { type: 'active', stale: true, predicate: ({ queryKey }) => rooms.includes(String(queryKey[0])) },
    { throwOnError: true },
  )

/** What each task of the table does; all reads, one after the other, and what is fresh is not asked for again. */
export const warmTasks = (client: QueryClient, path: () => string): Record<CacheTaskName, () => Promise<unknown>> => ({
  'core-formats': () => client.fetchQuery({ ...formatsQuery, staleTime: 0 }),
  async trending() {
    const { items } = await client.ensureQueryData(formatsQuery)
    for (const { slug } of trendingFormats(items, trendingEntries(path()))) await client.fetchQuery(formatQuery(slug))
  },
  async search() {
    await client.fetchQuery(popularQuery)
    for (const term of [...searchWarmTerms, ...recentSearches(client)]) await client.fetchQuery(searchQuery(term))
  },
  analytics: () => client.fetchQuery(statsQuery),
  'refresh-meta': () => refresh(client, ['site', 'sign-up-settings']),
  'refresh-profiles': () => refresh(client, ['profiles']),
  'refresh-stars-and-formats': () => refresh(client, ['stars', 'formats', 'charts']),
  clean: async () => client.removeQueries({ type: 'inactive', stale: true, fetchStatus: 'idle' }),
})
