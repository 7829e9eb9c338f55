import { starName } from '@hot/domain/star/name'
import { starPath } from '@hot/domain/url/paths'
import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { itemListJsonLd } from '#web/app/head/structured-data.ts'
import { starsFilter, starsQuery } from '#web/entities/star/api.ts'
import { starsSearch } from '#web/entities/star/search.ts'
import { StarsPage, StarsSkeleton } from '#web/features/stars/stars-page.tsx'

export const Route = createFileRoute('/stars/')({
  validateSearch: starsSearch,
  loaderDeps: ({ search }) => starsSearch(search),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // While someone types in the search, the page stays and only its list waits for the response.
    const list = cause === 'stay' ? null : await queryClient.ensureInfiniteQueryData(starsQuery(starsFilter(deps)))
    return {
      head: pageHead({
        title: 'Alle Stars',
        description:
          'Alle Reality-Stars von A bis Z: mit HoT-Score, Trend und Staffeln. Suche sie, sortiere sie, bewerte sie.',
        path: '/stars',
        after: deps.sortierung || deps.buchstabe || deps.q ? undefined : deps.nach,
        jsonLd: import.meta.env.SSR
          ? itemListJsonLd(
              'Stars',
              (list?.pages[0]?.items ?? []).map((star) => ({ name: starName(star), path: starPath(star.slug) })),
            )
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: StarsRoute,
  pendingComponent: StarsSkeleton,
})

function StarsRoute() {
  const search = Route.useLoaderDeps()
  return <StarsPage search={search} />
}
