import { parsePostSegment, postFeedPath, postListPath } from '@hot/domain/post/address'
import type { PostType } from '@hot/domain/post/kinds'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { postsAsideQuery, postsFilter, postsQuery } from '#web/entities/post/api.ts'
import { kindListLabel } from '#web/entities/post/post-badges.tsx'
import { postsSearch } from '#web/entities/post/search.ts'
import { loadAside } from '#web/features/posts/aside-slot.tsx'
import { listTitle, PostsListPage } from '#web/features/posts/posts-list-page.tsx'
import { PostsSkeleton } from '#web/features/posts/trashtalk-page.tsx'
import { serverInstant } from '#web/platform/device/server-clock.ts'

const descriptions: Record<PostType, string> = {
  rumor: 'Alle Gerüchte aus dem Reality-TV mit Status und Quelle: unbestätigt, bestätigt oder widerlegt.',
  poll: 'Alle Umfragen der Community zu Stars, Formaten und Finalen. Ergebnisse sofort, ganz ohne Kaffeesatz.',
  discussion: 'Alle Diskussionen der Community: Folgen, Finale, Fremdscham. Lies mit oder rede mit.',
}

export const Route = createFileRoute('/trashtalk/$kind/')({
  validateSearch: postsSearch,
  loaderDeps: ({ search }) => postsSearch(search),
  loader: async ({ context: { queryClient }, params: { kind }, deps }) => {
    const type = parsePostSegment(kind)
    if (!type) throw notFound()
    const [{ topic }] = await Promise.all([
      queryClient.ensureQueryData(postsAsideQuery(deps.tag)),
      queryClient.ensureInfiniteQueryData(postsQuery(postsFilter(deps, type))),
      loadAside(),
    ])
    return {
      type,
      topic,
      now: serverInstant(),
      head: pageHead({
        title: listTitle(type, topic),
        description: descriptions[type],
        path: postListPath(type),
        after: deps.sortierung || deps.tag ? undefined : deps.nach,
        feed: { path: postFeedPath(type), title: `HoT – ${kindListLabel(type)}` },
      }),
    }
  },
  head: loadedHead,
  component: PostsListRoute,
  pendingComponent: PostsSkeleton,
})

function PostsListRoute() {
  const { type, topic, now } = Route.useLoaderData()
  const search = Route.useLoaderDeps()
  return <PostsListPage type={type} search={search} topic={topic} now={now} />
}
