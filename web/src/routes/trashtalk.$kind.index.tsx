import type { PostType } from '@hot/domain/contract/post'
import { parsePostSegment, postListPath } from '@hot/domain/post/address'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { postsFilter, postsQuery } from '#web/entities/post/api.ts'
import { kindListLabel } from '#web/entities/post/post-badges.tsx'
import { postsSearch } from '#web/entities/post/search.ts'
import { PostsListPage } from '#web/features/posts/posts-list-page.tsx'
import { PostsSkeleton } from '#web/features/posts/trashtalk-page.tsx'

const descriptions: Record<PostType, string> = {
  rumor: 'Alle Gerüchte aus dem Reality-TV mit Status und Quelle: unbestätigt, bestätigt oder widerlegt.',
  poll: 'Alle Umfragen der Community zu Stars, Formaten und Finalen. Ergebnisse sofort, ganz ohne Kaffeesatz.',
  discussion: 'Alle Diskussionen der Community: Folgen, Finale, Fremdscham. Lies mit oder rede mit.',
}

export const Route = createFileRoute('/trashtalk/$kind/')({
  validateSearch: postsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { kind }, deps }) => {
    const type = parsePostSegment(kind)
    if (!type) throw notFound()
    await queryClient.ensureInfiniteQueryData(postsQuery(postsFilter(deps, type)))
    return {
      type,
      now: new Date().toISOString(),
      head: pageHead({ title: kindListLabel(type), description: descriptions[type], path: postListPath(type) }),
    }
  },
  head: loadedHead,
  component: PostsListRoute,
  pendingComponent: PostsSkeleton,
})

function PostsListRoute() {
  const { type, now } = Route.useLoaderData()
  const search = Route.useSearch()
  return <PostsListPage type={type} search={search} now={now} />
}
