import { postFeedPath } from '@hot/domain/post/address'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { postsAsideQuery, postsFilter, postsQuery, trashtalkQuery } from '#web/entities/post/api.ts'
import { trashtalkSearch } from '#web/entities/post/search.ts'
import { AsideSlot, loadAside } from '#web/features/posts/aside-slot.tsx'
import { listTitle, PostsListPage } from '#web/features/posts/posts-list-page.tsx'
import { PostsSkeleton, TrashtalkPage } from '#web/features/posts/trashtalk-page.tsx'
import { serverInstant } from '#web/platform/device/server-clock.ts'

/** The overview, or with an order the feed of all kinds. */
export const Route = createFileRoute('/trashtalk/')({
  validateSearch: trashtalkSearch,
  loaderDeps: ({ search }) => trashtalkSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const isFeed = deps.sortierung !== undefined
    const [{ topic }] = await Promise.all([
      queryClient.ensureQueryData(postsAsideQuery(deps.tag)),
      isFeed
        ? queryClient.ensureInfiniteQueryData(postsQuery(postsFilter(deps)))
        : queryClient.ensureQueryData(trashtalkQuery()),
      loadAside(),
    ])
    return {
      topic,
      now: serverInstant(),
      head: pageHead({
        title: isFeed ? listTitle(undefined, topic) : 'Trashtalk',
        description: isFeed
          ? 'Gerüchte, Umfragen und Diskussionen in einer Liste: das Neueste, das Heißeste, das Beste.'
          : 'Gerüchte, Umfragen und Diskussionen rund ums Reality-TV. Lies mit, stimm ab, rede mit.',
        // Orders and topics show the same posts differently.
        path: isFeed ? '/trashtalk?sortierung=neu' : '/trashtalk',
        after: deps.sortierung === 'neu' && !deps.tag ? deps.nach : undefined,
        feed: { path: postFeedPath(), title: 'HoT – Trashtalk' },
      }),
    }
  },
  head: loadedHead,
  component: TrashtalkRoute,
  pendingComponent: PostsSkeleton,
})

function TrashtalkRoute() {
  const { topic, now } = Route.useLoaderData()
  const search = Route.useLoaderDeps()
  return search.sortierung ? <PostsListPage search={search} topic={topic} now={now} /> : <Overview now={now} />
}

function Overview({ now }: { now: string }) {
  const { data: page } = useSuspenseQuery(trashtalkQuery())
  return (
    <TrashtalkPage
      page={page}
      now={now}
      aside={<AsideSlot part="PostsAside" now={now} className="grid content-start gap-8 lg:grid-cols-3" />}
    />
  )
}
