import { charts } from '@hot/domain/chart/entries'
import { createFileRoute } from '@tanstack/react-router'
import { chartHead } from '#web/app/head/chart-head.ts'
import { loadedHead } from '#web/app/head/page-head.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { ChartSkeleton } from '#web/features/charts/chart-layout.tsx'
import { FormatChart, formatChartQuery } from '#web/features/charts/format-chart.tsx'
import { formatChartSearch } from '#web/features/charts/search.ts'

const chart = charts['format-statistiken']

export const Route = createFileRoute('/charts/stars/format-statistiken')({
  validateSearch: formatChartSearch,
  loader: async ({ context: { queryClient } }) => {
    const formats = await queryClient.ensureQueryData(formatChartQuery)
    return {
      head: chartHead('format-statistiken', formats.map(chart.leader)),
    }
  },
  head: loadedHead,
  component: FormatChartRoute,
  pendingComponent: ChartSkeleton,
})

function FormatChartRoute() {
  return <FormatChart search={Route.useSearch()} share={<ShareButton title={chart.title} path={chart.path} />} />
}
