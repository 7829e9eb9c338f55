import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/head/loaded-head.ts'
import { pageHead } from '#web/app/head/page-head.ts'
import { chartSharedPicture } from '#web/app/head/shared-pictures.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { ChartSkeleton } from '#web/features/charts/chart-skeleton.tsx'
import { memberChartQuery } from '#web/features/charts/charts-queries.ts'
import { chartWindow, memberChartSearch } from '#web/features/charts/charts-search.ts'
import { OpinionMakersChart } from '#web/features/charts/members/opinion-makers-chart.tsx'

export const Route = createFileRoute('/charts/community/meinungsmacher')({
  validateSearch: memberChartSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const ranks = await queryClient.ensureQueryData(memberChartQuery('chart_opinion_makers', chartWindow(deps)))
    return {
      head: pageHead({
        title: 'Meinungsmacher',
        description:
          'Wer bringt die meisten Leute zum Reden? Die Mitglieder von HoT, deren Beiträge die meisten Menschen beantworten.',
        path: '/charts/community/meinungsmacher',
        picture: import.meta.env.SSR
          ? chartSharedPicture(
              'meinungsmacher',
              ranks.slice(0, 3).flatMap(({ member, value }) => [member.id, value]),
            )
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: OpinionMakersChartRoute,
  pendingComponent: ChartSkeleton,
})

function OpinionMakersChartRoute() {
  return (
    <OpinionMakersChart
      search={Route.useSearch()}
      share={<ShareButton title="Meinungsmacher" path="/charts/community/meinungsmacher" />}
    />
  )
}
