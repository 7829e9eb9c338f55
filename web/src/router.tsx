import { parsePlainSearch, stringifyPlainSearch } from '@hot/domain/url/search-param'
import { type DehydratedState, dehydrate, hydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, createRouter } from '@tanstack/react-router'
import { registerTokenSource } from '#web/lib/api/transport/request-context.ts'
import { nextTask } from '#web/lib/hydration/when-idle.ts'
import { isNative } from '#web/platform/device/device.ts'
import { NotFoundScreen, RouteErrorScreen } from './app/errors/error-screens.tsx'
import { reloadOnStaleBuild } from './app/errors/stale-build.ts'
import { queryDefaults } from './app/start/query-defaults.ts'
import { datedHere } from './app/start/sent-times.ts'
import { routeTree } from './routeTree.gen.ts'
import { startFirstPop } from './ui/overlays/first-pop.ts'

/**
 * Sends the queries that loaders have fetched on the server to the browser, as part of the router's data.
 * `@tanstack/react-router-ssr-query` adds a stream for queries that begin during rendering. HoT has none: a query
 * without a loader waits for the browser. The open stream added 2.5 kB to every page, and Start read the finished page
 * once more to find where to insert it.
 */
function shareQueries(router: AnyRouter, queryClient: QueryClient): void {
  if (import.meta.env.SSR) router.options.dehydrate = () => dehydrate(queryClient, { shouldDehydrateQuery: () => true })
  else router.options.hydrate = (shared: DehydratedState) => hydrate(queryClient, isNative ? shared : datedHere(shared))
  router.options.Wrap = ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

const loadStart = () => import('@tanstack/react-start')
/** For all pages of the server. */
let start: ReturnType<typeof loadStart> | undefined

export async function getRouter() {
  // Must run before hydration, which loads the first route's code.
  if (!import.meta.env.SSR && !isNative) reloadOnStaleBuild()
  if (!import.meta.env.SSR) startFirstPop()
  if (!import.meta.env.SSR) registerTokenSource(() => import('#web/lib/auth/session/access-token.ts'))
  const queryClient = new QueryClient({ defaultOptions: { queries: queryDefaults } })
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: RouteErrorScreen,
  })
  shareQueries(router, queryClient)
  if (import.meta.env.SSR) {
    // The nonce of the renderer's inline elements; the web server replaces it by hashes (server/documents/inline-elements.ts).
    start ??= loadStart()
    const { getGlobalStartContext } = await start
    router.options.ssr = { nonce: getGlobalStartContext()?.nonce }
    return router
  }
  // See layout.css. The event also comes for the page that the server sent, which has no page before it.
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    if (fromLocation) document.documentElement.removeAttribute('data-first')
  })
  // Yield before the next chunk of work (client.tsx).
  await nextTask()
  return router
}

/** What the web server passes with a request (server/pages/page-render.ts). */
export type RenderContext = {
  nonce: string
  /** Takes the page; the response then has no body. */
  takePage?: (html: Buffer<ArrayBuffer>) => void
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>
    server: { requestContext: RenderContext | undefined }
  }
}
