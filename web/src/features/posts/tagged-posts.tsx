import type { Instant } from '@hot/domain/berlin-time'
import { useSuspenseQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PostListItem } from './post-list-item.tsx'
import { taggedPostsQuery } from './posts-queries.ts'

/** The latest posts about a star or format, for its page. */
export function TaggedPosts({ tag, now }: { tag: string; now: Instant }) {
  const { data } = useSuspenseQuery(taggedPostsQuery(tag))
  if (data.items.length === 0) return <EmptyState emoji="🍿" title="Verdächtig ruhig hier. Weißt du was?" />
  return (
    <div className="columns">
      {data.items.map((post) => (
        <PostListItem key={post.id} post={post} now={now} />
      ))}
    </div>
  )
}
