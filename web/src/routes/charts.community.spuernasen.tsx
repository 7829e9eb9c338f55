import { charts } from '@hot/domain/chart/entries'
import { createFileRoute } from '@tanstack/react-router'
import { chartHead } from '#web/app/head/chart-head.ts'
import { loadedHead } from '#web/app/head/page-head.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { ChartSkeleton } from '#web/features/charts/chart-layout.tsx'
import { SleuthChart, sleuthChartQuery } from '#web/features/charts/sleuth-chart.tsx'

const chart = charts.spuernasen

export const Route = createFileRoute('/charts/community/spuernasen')({
  loader: async ({ context: { queryClient } }) => {
    const ranks = await queryClient.ensureQueryData(sleuthChartQuery)
    return {
      head: chartHead('spuernasen', ranks.map(chart.leader)),
    }
  },
  head: loadedHead,
  component: SleuthChartRoute,
  pendingComponent: ChartSkeleton,
})

function SleuthChartRoute() {
  return <SleuthChart share={<ShareButton title={chart.title} path={chart.path} />} />
}
