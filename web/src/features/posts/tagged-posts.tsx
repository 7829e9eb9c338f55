import { postKinds, postListPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type TaggedSort, taggedPostsQuery } from '#web/entities/post/api.ts'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import { Segmented } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'

const sorts: { sort: TaggedSort; label: string }[] = [
  { sort: 'new', label: 'Neu' },
  { sort: 'hot', label: 'Heiß' },
]

/** A few posts about a star or format, newest or hottest, and links to all of them. */
export function TaggedPosts({ tag, now }: { tag: string; now: Instant }) {
  const [sort, setSort] = useState<TaggedSort>('new')
  // The newest are part of the page, and stay visible while the hottest are loading.
  const list = useQuery({ ...taggedPostsQuery(tag, sort), placeholderData: keepPreviousData })
  const posts = list.data?.items ?? []
  if (!list.isError && posts.length === 0) return <EmptyState emoji="🍿" title="Verdächtig ruhig hier. Weißt du was?" />
  return (
    <div className="grid gap-4">
      <div>
        <Segmented label="Sortierung der Beiträge">
          {sorts.map((choice) => (
            <button
              key={choice.sort}
              type="button"
              aria-pressed={choice.sort === sort}
              onClick={() => setSort(choice.sort)}
            >
              {choice.label}
            </button>
          ))}
        </Segmented>
      </div>
      {list.isError && <ErrorState title="Die Beiträge ließen sich nicht laden" onRetry={() => void list.refetch()} />}
      <div className="columns" aria-busy={list.isPlaceholderData}>
        {posts.map((post) => (
          <PostListItem key={post.id} post={post} now={now} />
        ))}
      </div>
      <ListLinks tag={tag} sort={sort} />
    </div>
  )
}

/** Links to the three lists, filtered by the star or format. */
function ListLinks({ tag, sort }: { tag: string; sort: TaggedSort }) {
  const sortierung = sort === 'hot' ? 'heiss' : undefined
  return (
    <nav aria-label="Alle Beiträge dazu" className="flex flex-wrap gap-2">
      {postKinds.map(({ type, listLabel }) => (
        <Link key={type} to={postListPath(type)} rel="nofollow" search={{ tag, sortierung }} className="chip">
          Alle {listLabel}
        </Link>
      ))}
    </nav>
  )
}
