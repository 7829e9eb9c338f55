import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ownPostsQuery } from '../account-queries.ts'
import { ListSkeleton } from '../list-skeleton.tsx'
import { useMember } from '../member.tsx'
import { OwnPostRow } from './own-post-row.tsx'

/** All of one's posts, whatever became of them. */
export function OwnPosts() {
  const { user } = useMember()
  const [now] = useState(() => new Date().toISOString())
  const rows = useRef<HTMLDivElement>(null)
  const list = useInfiniteQuery(ownPostsQuery(user.id))
  return (
    <PagedList
      list={list}
      loading="Deine Beiträge werden geladen"
      failed="Deine Beiträge konnten nicht geladen werden"
      skeleton={<ListSkeleton />}
      empty={<NoPosts />}
      more="Mehr Beiträge"
      end="Alle geladen. Tiefer fällt hier niemand."
    >
      {(posts) => (
        // The button that was pressed goes with its post; the focus stays where the list is.
        <div ref={rows} tabIndex={-1}>
          {posts.map((post) => (
            <OwnPostRow key={post.id} post={post} now={now} onDeleted={() => rows.current?.focus()} />
          ))}
        </div>
      )}
    </PagedList>
  )
}

function NoPosts() {
  return (
    <EmptyState emoji="✍️" title="Noch nichts geschrieben." text="Verdächtig ruhig hier. Weißt du was?">
      <Link to="/trashtalk" className={buttonClass({ variant: 'hot' })}>
        Zum Trashtalk
      </Link>
    </EmptyState>
  )
}
