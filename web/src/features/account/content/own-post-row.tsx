import type { OwnPost } from '@hot/domain/contract/account/content'
import { postKinds, postPath } from '@hot/domain/post/address'
import { relativeTime } from '@hot/domain/time/relative-time'
import { editPostPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { PostFrame } from '#web/entities/post/post-card.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Note } from '#web/ui/feedback/callout.tsx'
import { OwnPostActions } from './own-post-actions.tsx'
import { PostStatus } from './post-status.tsx'

const kindLabel = (type: OwnPost['type']) => postKinds.find((kind) => kind.type === type)?.label ?? ''
const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

type Props = { post: OwnPost; now: string; onDeleted: () => void }

/** One's own post with what became of it. Only an approved one has an address for all; the others open for the author. */
export function OwnPostRow({ post, now, onDeleted }: Props) {
  return (
    <PostFrame
      level={2}
      top={
        <>
          <PostTypeBadge type={post.type} />
          <b>{kindLabel(post.type)}</b>
          <PostStatus status={post.status} />
          <time className="post-age" dateTime={post.created_at}>
            {relativeTime(post.created_at, now)}
          </time>
        </>
      }
      title={<Link to={post.status === 'approved' ? postPath(post) : editPostPath(post.id)}>{post.title}</Link>}
      excerpt={post.excerpt}
      vote={
        <>
          <Outcome post={post} />
          <OwnPostActions post={post} onDeleted={onDeleted} />
        </>
      }
    />
  )
}

function Outcome({ post }: { post: OwnPost }) {
  if (post.status === 'pending') return <p className="meta">Wird geprüft. Meist schneller als eine Werbepause.</p>
  if (post.status === 'rejected')
    return (
      <Note>
        <p>
          <b>Grund:</b> {post.rejection_reason ?? 'Das Team hat keinen genannt.'}
        </p>
        <p>
          Die Regeln stehen in den{' '}
          <Link to="/community-guidelines" className="link">
            Community-Guidelines
          </Link>
          .
        </p>
      </Note>
    )
  const parts = [
    counted(post.hearts, 'Herz', 'Herzen'),
    counted(post.comments, 'Kommentar', 'Kommentare'),
    ...(post.type === 'discussion' ? [] : [counted(post.votes, 'Stimme', 'Stimmen')]),
  ]
  return <p className="meta">{parts.join(' · ')}</p>
}
