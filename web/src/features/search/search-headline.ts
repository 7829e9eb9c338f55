import type { SearchView } from './use-search-results.ts'

/** The line above the results. */
export function searchHeadline({ query, results, state }: Pick<SearchView, 'query' | 'results' | 'state'>): string {
  if (state === 'loading') return 'Suche...'
  if (state === 'failed') return 'Die Suche klemmt gerade. Versuch es noch einmal.'
  if (query === '') return 'Beliebte Inhalte'
  return results.length > 0 ? `Suchergebnisse für "${query}"` : `Keine Ergebnisse für "${query}" gefunden`
}
