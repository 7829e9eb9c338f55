import type { PostType } from '@hot/domain/contract/post'
import type { Instant } from '@hot/domain/time/berlin-time'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { PostListItem } from '#web/entities/post/cards/post-list-item.tsx'
import { postsQuery } from '#web/entities/post/trashtalk-queries.ts'
import { ListFoot } from '#web/ui/data/list-footer.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { type PostsSearch, postsFilter } from './posts-search.ts'

type Props = {
  type?: PostType
  search: PostsSearch
  /** Path of the page that shows the list, for the link to its next part. */
  path: string
  now: Instant
}

/** An endless list of posts. */
export function PostList({ type, search, path, now }: Props) {
  const list = useSuspenseInfiniteQuery(postsQuery(postsFilter(search, type)))
  const posts = list.data.pages.flatMap((page) => page.items)
  if (posts.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState emoji="🍿" title="Verdächtig ruhig hier. Weißt du was?" />
      </div>
    )
  }
  return (
    <div className="mt-4 max-w-192">
      <div>
        {posts.map((post) => (
          <PostListItem key={post.id} post={post} now={now} level={2} />
        ))}
      </div>
      <ListFoot
        list={list}
        href={nextHref(path, search, list.data.pages.at(-1)?.next)}
        end="Alle geladen. Tiefer fällt hier niemand."
      />
    </div>
  )
}

function nextHref(path: string, search: PostsSearch, next: string | null | undefined): string | undefined {
  if (!next) return undefined
  const given = Object.entries({ ...search, nach: next }).filter(([, value]) => value !== undefined)
  return `${path}?${new URLSearchParams(given as [string, string][])}`
}
