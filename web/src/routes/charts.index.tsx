import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { ChartSkeleton } from '#web/features/charts/chart-layout.tsx'
import { ChartsOverview, chartsQuery } from '#web/features/charts/charts-overview.tsx'

export const Route = createFileRoute('/charts/')({
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(chartsQuery)
    return {
      head: pageHead({
        title: 'Charts',
        description:
          'Alle Ranglisten von HoT: die heißesten Stars, Formate in Zahlen, Social Media, Meinungsmacher und Karma Champions.',
        path: '/charts',
      }),
    }
  },
  head: loadedHead,
  component: ChartsRoute,
  pendingComponent: ChartSkeleton,
})

function ChartsRoute() {
  const { data } = useSuspenseQuery(chartsQuery)
  return <ChartsOverview page={data} />
}
