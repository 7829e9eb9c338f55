/** Query cache rules of specification §9 Caching. Retries on the server would only delay the error page. */
export const queryDefaults = {
  staleTime: 15 * 60_000,
  gcTime: 30 * 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: true,
  retry: import.meta.env.SSR ? (false as const) : 3,
}
