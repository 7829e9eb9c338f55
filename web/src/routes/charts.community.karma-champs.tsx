import { charts } from '@hot/domain/chart/entries'
import { createFileRoute } from '@tanstack/react-router'
import { chartHead } from '#web/app/head/chart-head.ts'
import { loadedHead } from '#web/app/head/page-head.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { ChartSkeleton } from '#web/features/charts/chart-layout.tsx'
import { KarmaChart, memberChartQuery } from '#web/features/charts/member-chart.tsx'
import { chartWindow, memberChartSearch } from '#web/features/charts/search.ts'

const chart = charts['karma-champs']

export const Route = createFileRoute('/charts/community/karma-champs')({
  validateSearch: memberChartSearch,
  loaderDeps: ({ search }) => memberChartSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const ranks = await queryClient.ensureQueryData(memberChartQuery('chart_karma', chartWindow(deps)))
    return {
      head: chartHead('karma-champs', ranks.map(chart.leader)),
    }
  },
  head: loadedHead,
  component: KarmaChartRoute,
  pendingComponent: ChartSkeleton,
})

function KarmaChartRoute() {
  return <KarmaChart search={Route.useLoaderDeps()} share={<ShareButton title={chart.title} path={chart.path} />} />
}
