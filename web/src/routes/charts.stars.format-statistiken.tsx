import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/loaded-head.ts'
import { pageHead } from '#web/app/page-head.ts'
import { ChartSkeleton } from '#web/features/charts/chart-skeleton.tsx'
import { formatChartQuery } from '#web/features/charts/charts-queries.ts'
import { formatChartSearch } from '#web/features/charts/charts-search.ts'
import { FormatChart } from '#web/features/charts/format-chart.tsx'

export const Route = createFileRoute('/charts/stars/format-statistiken')({
  validateSearch: formatChartSearch,
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(formatChartQuery)
    return {
      head: pageHead({
        title: 'Format Statistiken',
        description:
          'Reality-Formate in Zahlen: wie viele dabei waren, Staffeln, HoT-Schnitt, Beiträge und Sendungen der letzten zwölf Monate.',
        path: '/charts/stars/format-statistiken',
      }),
    }
  },
  head: loadedHead,
  component: FormatChartRoute,
  pendingComponent: ChartSkeleton,
})

function FormatChartRoute() {
  return <FormatChart search={Route.useSearch()} />
}
