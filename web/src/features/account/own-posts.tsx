import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListFoot } from '#web/ui/list-foot.tsx'
import { ownPostsQuery } from './account-queries.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { useMember } from './member.tsx'
import { OwnPostRow } from './own-post-row.tsx'

/** All of one's posts, whatever became of them. */
export function OwnPosts() {
  const { user } = useMember()
  const [now] = useState(() => new Date().toISOString())
  const rows = useRef<HTMLDivElement>(null)
  const list = useInfiniteQuery(ownPostsQuery(user.id))
  if (list.isError && !list.data)
    return <ErrorState title="Deine Beiträge konnten nicht geladen werden" onRetry={() => void list.refetch()} />
  if (!list.data) return <ListSkeleton label="Deine Beiträge werden geladen" />
  const posts = list.data.pages.flatMap((page) => page.items)
  if (posts.length === 0)
    return (
      <EmptyState emoji="✍️" title="Noch nichts geschrieben." text="Verdächtig ruhig hier. Weißt du was?">
        <Link to="/trashtalk" className={buttonClass({ variant: 'hot' })}>
          Zum Trashtalk
        </Link>
      </EmptyState>
    )
  return (
    <>
      {/* The button that was pressed goes with its post; the focus stays where the list is. */}
      <div ref={rows} tabIndex={-1}>
        {posts.map((post) => (
          <OwnPostRow key={post.id} post={post} now={now} onDeleted={() => rows.current?.focus()} />
        ))}
      </div>
      <ListFoot list={list} more="Mehr Beiträge" end="Alle geladen. Tiefer fällt hier niemand." />
    </>
  )
}
