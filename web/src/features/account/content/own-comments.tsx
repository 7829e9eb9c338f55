import type { OwnComment } from '@hot/domain/contract/account/content'
import { postPath } from '@hot/domain/post/address'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useMember } from '../account-frame.tsx'
import { ownCommentsQuery } from '../api.ts'
import { ListSkeleton } from '../skeletons.tsx'

/** What one has said, each with the post it stands under. */
export function OwnComments() {
  const { user } = useMember()
  const [now] = useState(() => new Date().toISOString())
  const list = useInfiniteQuery(ownCommentsQuery(user.id))
  return (
    <PagedList
      list={list}
      loading="Deine Kommentare werden geladen"
      failed="Deine Kommentare konnten nicht geladen werden"
      skeleton={<ListSkeleton />}
      empty={<EmptyState emoji="🤫" title="Noch kein Wort. Genießt und schweigt." />}
      more="Mehr Kommentare"
      end="Alle geladen. Das hast du wirklich alles gesagt."
    >
      {(comments) => (
        <ul>
          {comments.map((comment) => (
            <Row key={comment.id} comment={comment} now={now} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function Row({ comment, now }: { comment: OwnComment; now: string }) {
  return (
    <li className="grid gap-2 border-t border-rule py-4 first:border-t-0">
      <p className="meta flex flex-wrap items-center gap-2">
        <Place comment={comment} />
        <time dateTime={comment.created_at}>{relativeTime(comment.created_at, now)}</time>
        {comment.edited_at && <span>bearbeitet</span>}
      </p>
      <p className="prose whitespace-pre-line wrap-anywhere">{comment.content}</p>
      <p className="meta">{comment.hearts === 1 ? '1 Herz' : `${formatCount(comment.hearts)} Herzen`}</p>
    </li>
  )
}

function Place({ comment: { id, post } }: { comment: OwnComment }) {
  if (!post) return <i>[Gelöschter Beitrag]</i>
  return (
    <>
      <PostTypeBadge type={post.type} />
      <Link to={postPath(post)} search={{ kommentar: id }} hash={`kommentar-${id}`} className="link">
        {post.title}
      </Link>
    </>
  )
}
