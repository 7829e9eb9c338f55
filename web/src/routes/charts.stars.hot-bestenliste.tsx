import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/loaded-head.ts'
import { pageHead } from '#web/app/page-head.ts'
import { ChartSkeleton } from '#web/features/charts/chart-skeleton.tsx'
import { starChartQuery } from '#web/features/charts/charts-queries.ts'
import { starChartSearch } from '#web/features/charts/charts-search.ts'
import { StarChart } from '#web/features/charts/star-chart.tsx'

export const Route = createFileRoute('/charts/stars/hot-bestenliste')({
  validateSearch: starChartSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    await queryClient.ensureInfiniteQueryData(starChartQuery(deps.nach))
    return {
      now: Date.now(),
      head: pageHead({
        title: 'HoT Bestenliste',
        description:
          'Wen wollt ihr wieder sehen? Alle Reality-Stars nach HoT-Score: mit Stimmen, Platz und Trend gegenüber letzter Woche.',
        path: '/charts/stars/hot-bestenliste',
      }),
    }
  },
  head: loadedHead,
  component: StarChartRoute,
  pendingComponent: ChartSkeleton,
})

function StarChartRoute() {
  const { now } = Route.useLoaderData()
  return <StarChart search={Route.useSearch()} now={now} />
}
