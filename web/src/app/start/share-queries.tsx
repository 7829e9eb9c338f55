import { type DehydratedState, dehydrate, hydrate, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/**
 * Gives the queries that the loaders have fetched on the server to the browser, as part of the router's data.
 * `@tanstack/react-router-ssr-query` adds a stream for queries that begin during rendering. HoT has none: a query
 * without a loader waits for the browser. The open stream cost 2.5 kB of every page, and the finished page was read once
 * more for the place to insert it.
 */
export function shareQueries(router: AnyRouter, queryClient: QueryClient): void {
  if (import.meta.env.SSR) router.options.dehydrate = () => dehydrate(queryClient, { shouldDehydrateQuery: () => true })
  else router.options.hydrate = (shared: DehydratedState) => hydrate(queryClient, shared)
  router.options.Wrap = ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
