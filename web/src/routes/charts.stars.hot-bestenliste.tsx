import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/head/loaded-head.ts'
import { pageHead } from '#web/app/head/page-head.ts'
import { chartSharedPicture } from '#web/app/head/shared-pictures.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { ChartSkeleton } from '#web/features/charts/chart-skeleton.tsx'
import { starChartQuery } from '#web/features/charts/charts-queries.ts'
import { starChartSearch } from '#web/features/charts/charts-search.ts'
import { StarChart } from '#web/features/charts/stars/star-chart.tsx'

export const Route = createFileRoute('/charts/stars/hot-bestenliste')({
  validateSearch: starChartSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { pages } = await queryClient.ensureInfiniteQueryData(starChartQuery(deps.nach))
    return {
      now: Date.now(),
      head: pageHead({
        title: 'HoT Bestenliste',
        description:
          'Wen wollt ihr wieder sehen? Alle Reality-Stars nach HoT-Score: mit Stimmen, Platz und Trend gegenüber letzter Woche.',
        path: '/charts/stars/hot-bestenliste',
        picture: import.meta.env.SSR
          ? chartSharedPicture(
              'hot-bestenliste',
              pages[0]?.items.slice(0, 3).flatMap((star) => [star.id, star.hot_score]) ?? [],
            )
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: StarChartRoute,
  pendingComponent: ChartSkeleton,
})

function StarChartRoute() {
  const { now } = Route.useLoaderData()
  return (
    <StarChart
      search={Route.useSearch()}
      now={now}
      share={<ShareButton title="HoT Bestenliste" path="/charts/stars/hot-bestenliste" />}
    />
  )
}
