import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { siteSearch } from '#web/features/search/search.ts'
import { loadSearchPage, SearchPage, SearchPageSkeleton } from '#web/features/search/search-page.tsx'
import { serverNow } from '#web/platform/device/server-clock.ts'

export const Route = createFileRoute('/suche')({
  validateSearch: siteSearch,
  loaderDeps: ({ search }) => siteSearch(search),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // While someone types, the page stays and only its results wait for the response.
    if (cause !== 'stay') await loadSearchPage(queryClient, deps)
    return {
      now: serverNow(),
      head: pageHead({
        title: deps.q ? `Suche nach „${deps.q}“` : 'Suche',
        description: 'Stars, Formate, Staffeln, Trashtalk, Sendetermine, News und Mitglieder: alles durchsuchen.',
        path: '/suche',
        noindex: true,
        search: true,
      }),
    }
  },
  head: loadedHead,
  component: SearchRoute,
  pendingComponent: SearchPageSkeleton,
})

function SearchRoute() {
  const { now } = Route.useLoaderData()
  return <SearchPage search={Route.useSearch()} now={now} />
}
