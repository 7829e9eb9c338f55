import type { RemovedComment } from '@hot/domain/contract/admin/reports'
import { postPath } from '@hot/domain/post/address'
import { longDateTime } from '@hot/domain/time/german-date'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { UserText } from '#web/entities/member/user-text.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Callout, EmptyState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useStaff } from '../kit/access.tsx'
import { ReasonDialog, tooLateText } from '../kit/dialogs.tsx'
import { listQuery } from '../kit/list.tsx'
import { Restorable } from './restorable.tsx'

const removedQuery = (userId: string, query: string | undefined) =>
  listQuery(['admin', userId, 'archive', 'comments', query ?? null], 'admin_removed_comments_page', {
    p_query: query,
    p_limit: 20,
  })

/** Comments that the team removed, latest first. */
export function RemovedComments({ query }: { query: string | undefined }) {
  const { userId } = useStaff()
  const list = useInfiniteQuery(removedQuery(userId, query))
  const [restoring, setRestoring] = useState<RemovedComment | null>(null)
  return (
    <>
      <PagedList
        list={list}
        loading="Entfernte Kommentare werden geladen"
        failed="Die entfernten Kommentare konnten nicht geladen werden"
        empty={
          <EmptyState
            emoji="🗄️"
            title={query ? 'Dazu liegt hier kein Kommentar.' : 'Hier liegt kein Kommentar.'}
            text={
              query
                ? 'Such mit einem anderen Wort aus dem Text.'
                : 'Was das Team entfernt, liegt hier, solange sein Beitrag da ist.'
            }
          />
        }
        more="Mehr Kommentare"
      >
        {(comments) => (
          <div className="archive">
            {comments.map((comment) => (
              <CommentRow key={comment.id} comment={comment} onRestore={() => setRestoring(comment)} />
            ))}
          </div>
        )}
      </PagedList>
      {restoring && <RestoreDialog comment={restoring} onClose={() => setRestoring(null)} />}
    </>
  )
}

type CommentRowProps = { comment: RemovedComment; onRestore: () => void }

function CommentRow({ comment, onRestore }: CommentRowProps) {
  const { text, author_name, created_at, post, reason, removed_at, removed_by_name } = comment
  return (
    <article className="archive-row" aria-label={`Kommentar von ${author_name} zu „${post.title}“`}>
      <p className="meta wrap-anywhere">
        <b>{author_name}</b>, {longDateTime(created_at)}, zu{' '}
        {post.status === 'approved' ? (
          <Link to={postPath(post)} className="link">
            {post.title}
          </Link>
        ) : (
          <b>{post.title}</b>
        )}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">
        <UserText text={text} />
      </p>
      <Callout>
        <b>Entfernt</b>
        <span>{` von ${removed_by_name ?? 'Unbekannt'}, ${longDateTime(removed_at)}.${reason ? ` Grund: ${reason}` : ''}`}</span>
      </Callout>
      <Outcome comment={comment} onRestore={onRestore} />
    </article>
  )
}

const whyNot = {
  own: 'Über deinen eigenen Kommentar entscheidet jemand anderes.',
  appealed: 'Es gibt einen Einspruch. Dort wird entschieden.',
  expired: 'Nicht mehr wiederherstellbar.',
} as const

function Outcome({ comment, onRestore }: CommentRowProps) {
  if (comment.state !== 'restorable') return <p className="meta">{whyNot[comment.state]}</p>
  return (
    <Restorable
      note="Wiederherstellbar bis"
      until={comment.restorable_until}
      verb="Wiederherstellen"
      name={`Kommentar von ${comment.author_name}`}
      onRestore={onRestore}
    />
  )
}

const refusals = { not_liftable: tooLateText }

/** Takes the decision back: the comment stands where it stood, and its author hears of it. */
function RestoreDialog({ comment, onClose }: { comment: RemovedComment; onClose: () => void }) {
  const client = useQueryClient()
  const restore = async (reason: string) => {
    if (!comment.decision_id) return
    await rpc('admin_take_back', { p_id: comment.decision_id, p_reason: reason })
    showToast({ title: 'Wiederhergestellt.', text: `${comment.author_name} erfährt davon.` })
    await client.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <ReasonDialog
      title="Kommentar wiederherstellen"
      description={`Er steht gleich wieder unter „${comment.post.title}“. Wer ihn geschrieben hat, bekommt deinen Grund.`}
      reasons="take_back"
      confirm="Wiederherstellen"
      refusals={refusals}
      onConfirm={restore}
      onClose={onClose}
    />
  )
}
