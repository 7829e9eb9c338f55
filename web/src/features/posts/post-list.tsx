import type { PostType } from '@hot/domain/contract/post'
import type { Instant } from '@hot/domain/time/berlin-time'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFoot } from '#web/ui/list-foot.tsx'
import { PostListItem } from './post-list-item.tsx'
import { type PostsSearch, postsFilter } from './posts-search.ts'
import { postsQuery } from './trashtalk-queries.ts'

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
