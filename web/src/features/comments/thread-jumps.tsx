import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, use, useEffect, useState } from 'react'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { commentCache } from '#web/entities/comment/comment-cache.ts'
import type { Unread } from '#web/entities/comment/comment-reactions.ts'
import { noteRead } from '#web/entities/comment/comment-writes.ts'
import { countOf } from '#web/ui/data/format-number.ts'
import { focusComment } from './focus-comment.ts'

/** From this number of comments on, the newest may be far away. */
const longFrom = 20

/**
 * Leads to the first comment the member has not read and to the newest, as they were when the page was opened. They lie
 * over the line above the comments, so that nothing moves.
 */
export function ThreadJumps({ unread, total }: { unread: Unread | undefined; total: number }) {
  const [atOpening, setAtOpening] = useState(unread)
  if (!atOpening && unread) setAtOpening(unread)
  useNoteRead(atOpening !== undefined && total > 0)
  if (!atOpening) return null
  const { unread: count, first_unread: first, newest } = atOpening
  return (
    <div className="thread-jumps">
      {first && (
        <Jump id={first} onJump={() => setAtOpening({ ...atOpening, first_unread: null })}>
          {countOf(count, 'ungelesener', 'ungelesene')}
        </Jump>
      )}
      {newest && total > longFrom && <Jump id={newest}>Zum neuesten</Jump>}
    </div>
  )
}

/** A link to the comment, which only scrolls where it is loaded already. */
function Jump({ id, onJump, children }: { id: string; onJump?: () => void; children: string }) {
  const jump = (event: MouseEvent) => {
    if (focusComment(id, 'center')) event.preventDefault()
    onJump?.()
  }
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, kommentar: id })}
      hash={`kommentar-${id}`}
      resetScroll={false}
      className="btn btn-small btn-quiet"
      onClick={jump}
    >
      {children}
    </Link>
  )
}

/** Once it is known what was unread, everything up to the time of the page counts as read. */
function useNoteRead(known: boolean): void {
  const client = useQueryClient()
  const { id: postId } = use(CommentedPostContext)
  useEffect(() => {
    const { at } = commentCache(client, postId).loaded()
    // If it fails, the same is unread on the next visit.
    if (known && at) noteRead(postId, at).catch(() => {})
  }, [known, client, postId])
}
