import { queryPolicy } from '@hot/domain/query-policy'

const retryOnline = (failures: number) => navigator.onLine && failures < queryPolicy.retries

/** Query cache rules of specification §9 Caching. Retries on the server would only delay the error page. */
export const queryDefaults = {
  staleTime: queryPolicy.freshMs,
  gcTime: queryPolicy.keptMs,
  refetchOnWindowFocus: queryPolicy.refetchOnFocus,
  refetchOnReconnect: queryPolicy.refetchOnReconnect,
  // Offline a page says so at once; waiting for the network would leave it on its skeleton.
  networkMode: 'always' as const,
  retry: import.meta.env.SSR ? (false as const) : retryOnline,
}
