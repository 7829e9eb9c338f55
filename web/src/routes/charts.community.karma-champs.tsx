import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/head/loaded-head.ts'
import { pageHead } from '#web/app/head/page-head.ts'
import { chartSharedPicture } from '#web/app/head/shared-pictures.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { ChartSkeleton } from '#web/features/charts/chart-skeleton.tsx'
import { memberChartQuery } from '#web/features/charts/charts-queries.ts'
import { chartWindow, memberChartSearch } from '#web/features/charts/charts-search.ts'
import { KarmaChart } from '#web/features/charts/members/karma-chart.tsx'

export const Route = createFileRoute('/charts/community/karma-champs')({
  validateSearch: memberChartSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const ranks = await queryClient.ensureQueryData(memberChartQuery('chart_karma', chartWindow(deps)))
    return {
      head: pageHead({
        title: 'Karma Champions',
        description:
          'Wer hat das beste Karma? Die Mitglieder von HoT mit den meisten Herzen, guten Beiträgen und bestätigten Gerüchten.',
        path: '/charts/community/karma-champs',
        picture: import.meta.env.SSR
          ? chartSharedPicture(
              'karma-champs',
              ranks.slice(0, 3).flatMap(({ member, value }) => [member.id, value]),
            )
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: KarmaChartRoute,
  pendingComponent: ChartSkeleton,
})

function KarmaChartRoute() {
  return (
    <KarmaChart
      search={Route.useSearch()}
      share={<ShareButton title="Karma Champions" path="/charts/community/karma-champs" />}
    />
  )
}
