import type { Comment } from '@hot/domain/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { commentCache, deletedComment } from '#web/entities/comment/comment-cache.ts'
import { commentFailure, deleteComment } from '#web/entities/comment/comment-writes.ts'
import { announce } from '#web/ui/feedback/announce.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

/** Confirmation before the member's comment is deleted. On failure it stays open with an error message. */
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
    cache.change(comment.id, deletedComment)
    cache.countOwn(-1, since)
    announce('Dein Kommentar ist gelöscht.')
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
