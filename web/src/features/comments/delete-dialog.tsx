import type { Comment } from '@hot/domain/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { commentCache } from './comment-cache.ts'
import { commentFailure } from './comment-failure.ts'
import { CommentedPostContext } from './comment-tools.ts'
import { deleteComment } from './comment-writes.ts'
import { goneComment } from './merge-comments.ts'

/** Asks before an own comment goes. Stays open, with a sentence, when it did not work. */
export function DeleteDialog({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const client = useQueryClient()
  const { id: postId } = use(CommentedPostContext)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const act = async () => {
    const since = Date.now()
    setBusy(true)
    setFailure(null)
    try {
      await deleteComment(comment.id)
    } catch (error) {
      setFailure(await commentFailure(error, postId))
      setBusy(false)
      return
    }
    onClose()
    const cache = commentCache(client, postId)
    cache.change(comment.id, goneComment)
    cache.countOwn(-1, since)
  }
  return (
    <ConfirmDialog
      title="Kommentar löschen?"
      text="Der Text ist dann weg, für immer. Antworten darauf bleiben stehen."
      confirm="Löschen"
      busy={busy}
      failure={failure}
      onConfirm={act}
      onClose={onClose}
    />
  )
}
