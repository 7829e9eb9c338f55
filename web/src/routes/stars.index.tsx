import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { starsFilter, starsQuery } from '#web/entities/star/api.ts'
import { starsSearch } from '#web/entities/star/search.ts'
import { StarsPage, StarsSkeleton } from '#web/features/stars/stars-page.tsx'

export const Route = createFileRoute('/stars/')({
  validateSearch: starsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // While someone types in the search, the page stays and only its list waits for the response.
    if (cause !== 'stay') await queryClient.ensureInfiniteQueryData(starsQuery(starsFilter(deps)))
    return {
      head: pageHead({
        title: 'Alle Stars',
        description:
          'Alle Reality-Stars von A bis Z: mit HoT-Score, Trend und Staffeln. Suche sie, sortiere sie, bewerte sie.',
        path: '/stars',
      }),
    }
  },
  head: loadedHead,
  component: StarsRoute,
  pendingComponent: StarsSkeleton,
})

function StarsRoute() {
  const search = Route.useSearch()
  return <StarsPage search={search} />
}
