import { charts } from '@hot/domain/chart/entries'
import { createFileRoute } from '@tanstack/react-router'
import { chartHead } from '#web/app/head/chart-head.ts'
import { loadedHead } from '#web/app/head/page-head.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { ChartSkeleton } from '#web/features/charts/chart-layout.tsx'
import { socialChartSearch } from '#web/features/charts/search.ts'
import { SocialChart, socialChartQuery } from '#web/features/charts/social-chart.tsx'

const chart = charts['social-media-bestenliste']

export const Route = createFileRoute('/charts/stars/social-media-bestenliste')({
  validateSearch: socialChartSearch,
  loaderDeps: ({ search }) => socialChartSearch(search),
  loader: async ({ context: { queryClient }, deps: { plattform, nach } }) => {
    const { pages } = await queryClient.ensureInfiniteQueryData(socialChartQuery(plattform, nach))
    return {
      head: chartHead(
        'social-media-bestenliste',
        (pages[0]?.items ?? []).map(chart.leader),
        plattform ? undefined : nach,
      ),
    }
  },
  head: loadedHead,
  component: SocialChartRoute,
  pendingComponent: ChartSkeleton,
})

function SocialChartRoute() {
  return <SocialChart search={Route.useLoaderDeps()} share={<ShareButton title={chart.title} path={chart.path} />} />
}
