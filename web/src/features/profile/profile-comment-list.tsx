import type { ProfileComment, ProfilePage } from '@hot/domain/contract/member'
import { postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { nextPartHref, profileCommentsQuery } from '#web/entities/member/api.ts'
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { ListFoot } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

type Props = {
  profile: Pick<ProfilePage, 'id' | 'slug'>
  /** Cursor to begin after. */
  after: string | undefined
  now: Instant
}

/** What a member has said, each with the post it stands under. */
export function ProfileCommentList({ profile, after, now }: Props) {
  const list = useSuspenseInfiniteQuery(profileCommentsQuery(profile.id, after))
  const comments = list.data.pages.flatMap((page) => page.items)
  if (comments.length === 0) return <EmptyState emoji="🤫" title="Noch kein Wort. Genießt und schweigt." />
  return (
    <>
      <ul className="max-w-192">
        {comments.map((comment) => (
          <Row key={comment.id} comment={comment} now={now} />
        ))}
      </ul>
      <ListFoot list={list} href={nextPartHref(profile.slug, 'kommentare', list.data.pages.at(-1)?.next)} />
    </>
  )
}

function Row({ comment, now }: { comment: ProfileComment; now: Instant }) {
  const { post } = comment
  return (
    <li className="grid gap-2 border-t border-rule py-4 first:border-t-0">
      <p className="meta flex flex-wrap items-center gap-2">
        <PostTypeBadge type={post.type} />
        <Link to={postPath(post)} search={{ kommentar: comment.id }} hash={`kommentar-${comment.id}`} className="link">
          {post.title}
        </Link>
        <time dateTime={comment.created_at}>{relativeTime(comment.created_at, now)}</time>
      </p>
      <p className="prose whitespace-pre-line wrap-anywhere">{comment.content}</p>
      <p className="meta">{comment.hearts === 1 ? '1 Herz' : `${formatCount(comment.hearts)} Herzen`}</p>
    </li>
  )
}
