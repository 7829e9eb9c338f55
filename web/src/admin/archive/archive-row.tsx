import type { ArchivedPost } from '@hot/domain/contract/admin/posts'
import { postKinds, postPath } from '@hot/domain/post/address'
import { longDateTime } from '@hot/domain/time/german-date'
import { Link } from '@tanstack/react-router'
import { UserText } from '#web/entities/member/user-text.tsx'
import { TypeMark } from '#web/entities/post/cards/post-type-badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Note } from '#web/ui/feedback/callout.tsx'
import { useStaff } from '../kit/access.tsx'

type Props = { post: ArchivedPost; onRestore: () => void }

const statusWords = {
  approved: 'war öffentlich',
  pending: 'war noch nicht freigegeben',
  rejected: 'war abgelehnt',
} as const

/** A deleted post, whole, with who deleted it and why. */
export function ArchiveRow({ post, onRestore }: Props) {
  return (
    <article className="archive-row" aria-label={post.title}>
      <div className="archive-top">
        <TypeMark type={post.type} />
        <b>{postKinds.find(({ type }) => type === post.type)?.label}</b>
        <span className="meta">
          von <b>{post.author_name}</b>, {longDateTime(post.created_at)}, {statusWords[post.status]}
        </span>
        {post.by_author && <Badge>Selbst gelöscht</Badge>}
      </div>
      <h2 className="type-h3 wrap-anywhere">{post.title}</h2>
      {post.content !== '' && (
        <details>
          <summary className="link">Text lesen</summary>
          <p className="wrap-anywhere">
            <UserText text={post.content} />
          </p>
        </details>
      )}
      <p className="meta num">
        {formatCount(post.comments)} Kommentare · {formatCount(post.votes)} Stimmen · {formatCount(post.reactions)}{' '}
        Reaktionen
      </p>
      <Note>
        <b>Gelöscht</b> von {post.by_author ? post.author_name : (post.archived_by_name ?? 'Unbekannt')},{' '}
        {longDateTime(post.archived_at)}. Grund: {post.reason}
      </Note>
      <Outcome post={post} onRestore={onRestore} />
    </article>
  )
}

function Outcome({ post, onRestore }: Props) {
  const { isAdmin } = useStaff()
  if (post.state === 'restored')
    return (
      <p>
        <b className="text-ok">Wiederhergestellt</b> von {post.restored_by_name ?? 'Unbekannt'}
        {post.restored_at && `, ${longDateTime(post.restored_at)}`}
      </p>
    )
  if (post.state === 'present')
    return (
      <p>
        Der Beitrag ist da.{' '}
        {post.status === 'approved' && (
          <Link to={postPath(post)} className="link">
            Ansehen
          </Link>
        )}
      </p>
    )
  if (post.state === 'expired') return <p className="meta">Nicht mehr wiederherstellbar. Die Frist ist vorbei.</p>
  return (
    <div className="archive-actions">
      <span className="meta">Wiederherstellbar bis {longDateTime(post.restorable_until)}.</span>
      {isAdmin ? (
        <Button small variant="strong" aria-label={`Wiederherstellen: ${post.title}`} onClick={onRestore}>
          Wiederherstellen
        </Button>
      ) : (
        <span className="meta">Das dürfen nur Admins.</span>
      )}
    </div>
  )
}
