import { charts } from '@hot/domain/chart/entries'
import { partSearch } from '@hot/domain/url/search-param'
import { createFileRoute } from '@tanstack/react-router'
import { chartHead } from '#web/app/head/chart-head.ts'
import { loadedHead } from '#web/app/head/page-head.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { ChartSkeleton } from '#web/features/charts/chart-layout.tsx'
import { StarChart, starChartQuery } from '#web/features/charts/star-chart.tsx'
import { serverNow } from '#web/platform/device/server-clock.ts'

const chart = charts['hot-bestenliste']

export const Route = createFileRoute('/charts/stars/hot-bestenliste')({
  validateSearch: partSearch,
  loaderDeps: ({ search }) => partSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const { pages } = await queryClient.ensureInfiniteQueryData(starChartQuery(deps.nach))
    return {
      now: serverNow(),
      head: chartHead('hot-bestenliste', (pages[0]?.items ?? []).map(chart.leader), deps.nach),
    }
  },
  head: loadedHead,
  component: StarChartRoute,
  pendingComponent: ChartSkeleton,
})

function StarChartRoute() {
  const { now } = Route.useLoaderData()
  return (
    <StarChart search={Route.useLoaderDeps()} now={now} share={<ShareButton title={chart.title} path={chart.path} />} />
  )
}
