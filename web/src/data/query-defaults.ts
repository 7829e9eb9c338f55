import { queryPolicy } from '@hot/domain/query-policy'

/** Query cache rules of specification §9 Caching. Retries on the server would only delay the error page. */
export const queryDefaults = {
  staleTime: queryPolicy.freshMs,
  gcTime: queryPolicy.keptMs,
  refetchOnWindowFocus: queryPolicy.refetchOnFocus,
  refetchOnReconnect: queryPolicy.refetchOnReconnect,
  retry: import.meta.env.SSR ? (false as const) : queryPolicy.retries,
}
