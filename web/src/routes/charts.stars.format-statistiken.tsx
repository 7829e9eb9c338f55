import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/head/loaded-head.ts'
import { pageHead } from '#web/app/head/page-head.ts'
import { chartSharedPicture } from '#web/app/head/shared-pictures.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { ChartSkeleton } from '#web/features/charts/chart-skeleton.tsx'
import { formatChartQuery } from '#web/features/charts/charts-queries.ts'
import { formatChartSearch } from '#web/features/charts/charts-search.ts'
import { FormatChart } from '#web/features/charts/formats/format-chart.tsx'

export const Route = createFileRoute('/charts/stars/format-statistiken')({
  validateSearch: formatChartSearch,
  loader: async ({ context: { queryClient } }) => {
    const formats = await queryClient.ensureQueryData(formatChartQuery)
    return {
      head: pageHead({
        title: 'Format Statistiken',
        description:
          'Reality-Formate in Zahlen: wie viele dabei waren, Staffeln, HoT-Schnitt, Beiträge und Sendungen der letzten zwölf Monate.',
        path: '/charts/stars/format-statistiken',
        picture: import.meta.env.SSR
          ? chartSharedPicture(
              'format-statistiken',
              formats.slice(0, 3).flatMap(({ format, participants }) => [format.id, participants]),
            )
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: FormatChartRoute,
  pendingComponent: ChartSkeleton,
})

function FormatChartRoute() {
  return (
    <FormatChart
      search={Route.useSearch()}
      share={<ShareButton title="Format Statistiken" path="/charts/stars/format-statistiken" />}
    />
  )
}
