import type { AdminPost } from '@hot/domain/contract/admin/posts'
import { postKinds, postPath } from '@hot/domain/post/address'
import { postTypeOfKind } from '@hot/domain/post/moderation'
import { relativeTime } from '@hot/domain/time/relative-time'
import { memberPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { TypeMark } from '#web/entities/post/cards/post-type-badge.tsx'
import { Stamp } from '#web/entities/post/cards/rumor-status-badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { type PostActionName, PostActions } from './post-actions.tsx'
import { PostFacts } from './post-details.tsx'

type Props = {
  post: AdminPost
  now: string
  /** The one that the keys are about. */
  current: boolean
  picked: boolean
  onCurrent: () => void
  onPick: (picked: boolean) => void
  onAct: (name: PostActionName) => void
}

// Screens of the admin area are one route: their addresses are plain text.
const reportsPath: string = '/admin/reports'

const labelOf = (post: AdminPost) => postKinds.find(({ type }) => type === postTypeOfKind(post.type))?.label ?? ''

/** Where the keys scroll to. */
export const rowId = (id: string) => `beitrag-${id}`

/** One post with everything a decision needs. */
export function PostRow({ post, now, current, picked, onCurrent, onPick, onAct }: Props) {
  const type = postTypeOfKind(post.type)
  return (
    <article
      id={rowId(post.id)}
      className={classNames('queue-row', current && 'queue-row-current')}
      aria-current={current || undefined}
      aria-label={post.title}
      onFocus={onCurrent}
      onPointerDown={onCurrent}
    >
      <div className="min-w-0">
        <div className="queue-top">
          <label className="queue-pick">
            <input type="checkbox" checked={picked} onChange={(event) => onPick(event.target.checked)} />
            <span className="visually-hidden">„{post.title}“ auswählen</span>
          </label>
          <TypeMark type={type} />
          <b>{labelOf(post)}</b>
          {post.rumor && <Stamp status={post.rumor.status} />}
          <span className="meta">
            von <Author post={post} /> · <time dateTime={post.created_at}>{relativeTime(post.created_at, now)}</time>
          </span>
          <AuthorRecord post={post} />
          {post.open_reports > 0 && (
            <Link to={reportsPath} className="badge badge-new">
              {post.open_reports === 1 ? '1 Meldung' : `${post.open_reports} Meldungen`}
            </Link>
          )}
        </div>
        <h2 className="type-h3 wrap-anywhere">
          {post.status === 'approved' ? (
            <Link to={postPath({ type, created_at: post.created_at, slug: post.slug })}>{post.title}</Link>
          ) : (
            post.title
          )}
        </h2>
        <PostFacts post={post} />
      </div>
      <PostActions post={post} current={current} onAct={onAct} />
    </article>
  )
}

function Author({ post }: { post: AdminPost }) {
  if (!post.author_slug) return <b>{post.author_name}</b>
  return (
    <Link to={memberPath(post.author_slug)} className="hover:underline">
      <b>{post.author_name}</b>
    </Link>
  )
}

function AuthorRecord({ post }: { post: AdminPost }) {
  const record = post.author_record
  if (!record) return null
  return (
    <>
      <Badge>{record.posts === 1 ? '1. Beitrag' : `${record.approved} frei, ${record.rejected} abgelehnt`}</Badge>
      {record.warnings > 0 && (
        <Badge kind="outline">{record.warnings === 1 ? '1 Verwarnung' : `${record.warnings} Verwarnungen`}</Badge>
      )}
    </>
  )
}
