import type { QueryClient } from '@tanstack/react-query'

/** Search parameters that name an entry by its slug or id. */
const filters = ['sender', 'anbieter', 'format', 'tag']

/** Whether loaded data holds an entry with this slug or id, at any depth. */
function holds(data: unknown, wanted: string): boolean {
  if (Array.isArray(data)) return data.some((item) => holds(item, wanted))
  if (typeof data !== 'object' || data === null) return false
  return Object.entries(data).some(
    ([key, value]) => ((key === 'slug' || key === 'id') && value === wanted) || holds(value, wanted),
  )
}

/**
 * Whether a page is filtered by an entry that its data does not contain. Anyone can make up any number of such slugs, so
 * the page is rendered but not cached, or it would evict other pages from the page cache.
 */
export function hasInventedFilter(search: Readonly<Record<string, unknown>>, client: QueryClient): boolean {
  const wanted = filters.flatMap((name) => (typeof search[name] === 'string' ? [search[name]] : []))
  if (wanted.length === 0) return false
  const loaded = client.getQueryCache().getAll()
  return wanted.some((value) => !loaded.some(({ state }) => holds(state.data, value)))
}
