import type { ProfilePage } from '@hot/domain/contract/member'
import type { Instant } from '@hot/domain/time/berlin-time'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { nextPartHref, profilePostsQuery } from '#web/entities/member/api.ts'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import { ListFoot } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

type Props = {
  profile: Pick<ProfilePage, 'id' | 'slug'>
  /** Cursor to begin after. */
  after: string | undefined
  now: Instant
}

/** A member's posts: the list belongs to profiles, its rows to posts; they meet here. */
export function ProfilePosts({ profile, after, now }: Props) {
  const list = useSuspenseInfiniteQuery(profilePostsQuery(profile.id, after))
  const posts = list.data.pages.flatMap((page) => page.items)
  if (posts.length === 0) return <EmptyState emoji="✍️" title="Noch nichts geschrieben. Kommt vielleicht noch." />
  return (
    <div className="mt-4 max-w-192">
      <div>
        {posts.map((post) => (
          <PostListItem key={post.id} post={post} now={now} level={2} />
        ))}
      </div>
      <ListFoot list={list} href={nextPartHref(profile.slug, undefined, list.data.pages.at(-1)?.next)} />
    </div>
  )
}
