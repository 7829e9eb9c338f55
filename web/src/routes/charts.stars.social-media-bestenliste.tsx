import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/head/loaded-head.ts'
import { pageHead } from '#web/app/head/page-head.ts'
import { chartSharedPicture } from '#web/app/head/shared-pictures.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { ChartSkeleton } from '#web/features/charts/chart-skeleton.tsx'
import { socialChartQuery } from '#web/features/charts/charts-queries.ts'
import { socialChartSearch } from '#web/features/charts/charts-search.ts'
import { SocialChart } from '#web/features/charts/social/social-chart.tsx'

export const Route = createFileRoute('/charts/stars/social-media-bestenliste')({
  validateSearch: socialChartSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { plattform, nach } }) => {
    const { pages } = await queryClient.ensureInfiniteQueryData(socialChartQuery(plattform, nach))
    return {
      head: pageHead({
        title: 'Social-Media-Bestenliste',
        description:
          'Reality-Stars nach Followern auf Instagram, TikTok, YouTube, X und Threads: wer vorn liegt und wer in 30 Tagen gewachsen ist.',
        path: '/charts/stars/social-media-bestenliste',
        picture: import.meta.env.SSR
          ? chartSharedPicture(
              'social-media-bestenliste',
              pages[0]?.items.slice(0, 3).flatMap(({ star, followers }) => [star.id, followers]) ?? [],
            )
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: SocialChartRoute,
  pendingComponent: ChartSkeleton,
})

function SocialChartRoute() {
  return (
    <SocialChart
      search={Route.useSearch()}
      share={<ShareButton title="Social-Media-Bestenliste" path="/charts/stars/social-media-bestenliste" />}
    />
  )
}
