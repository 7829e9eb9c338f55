import { newsFeedPath } from '@hot/domain/url/paths'
import { partSearch } from '@hot/domain/url/search-param'
import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { newsQuery } from '#web/entities/news/api.ts'
import { NewsPage, NewsSkeleton } from '#web/features/news/news-page.tsx'
import { serverInstant } from '#web/platform/device/server-clock.ts'

export const Route = createFileRoute('/news/')({
  validateSearch: partSearch,
  loaderDeps: ({ search }) => ({ after: search.nach }),
  loader: async ({ context: { queryClient }, deps: { after } }) => {
    await queryClient.ensureInfiniteQueryData(newsQuery(after))
    return {
      now: serverInstant(),
      head: pageHead({
        title: 'News',
        description: 'Neues aus dem Reality-TV: Starttermine, Casts, Absagen und was sonst gerade los ist.',
        path: '/news',
        after,
        feed: { path: newsFeedPath, title: 'HoT – News' },
      }),
    }
  },
  head: loadedHead,
  component: NewsRoute,
  pendingComponent: NewsSkeleton,
})

function NewsRoute() {
  const { after } = Route.useLoaderDeps()
  return <NewsPage after={after} now={Route.useLoaderData().now} />
}
