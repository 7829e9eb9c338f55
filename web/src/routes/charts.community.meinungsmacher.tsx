import { charts } from '@hot/domain/chart/entries'
import { createFileRoute } from '@tanstack/react-router'
import { chartHead } from '#web/app/head/chart-head.ts'
import { loadedHead } from '#web/app/head/page-head.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { ChartSkeleton } from '#web/features/charts/chart-layout.tsx'
import { memberChartQuery, OpinionMakersChart } from '#web/features/charts/member-chart.tsx'
import { chartWindow, memberChartSearch } from '#web/features/charts/search.ts'

const chart = charts.meinungsmacher

export const Route = createFileRoute('/charts/community/meinungsmacher')({
  validateSearch: memberChartSearch,
  loaderDeps: ({ search }) => memberChartSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const ranks = await queryClient.ensureQueryData(memberChartQuery('chart_opinion_makers', chartWindow(deps)))
    return {
      head: chartHead('meinungsmacher', ranks.map(chart.leader)),
    }
  },
  head: loadedHead,
  component: OpinionMakersChartRoute,
  pendingComponent: ChartSkeleton,
})

function OpinionMakersChartRoute() {
  return (
    <OpinionMakersChart search={Route.useLoaderDeps()} share={<ShareButton title={chart.title} path={chart.path} />} />
  )
}
