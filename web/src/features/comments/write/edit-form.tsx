import type { Comment } from '@hot/domain/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { commentCache } from '#web/entities/comment/comment-cache.ts'
import { commentFailure } from '#web/entities/comment/comment-failure.ts'
import { updateComment } from '#web/entities/comment/comment-writes.ts'
import { leaveForm } from './close-form.ts'
import { CommentForm } from './comment-form.tsx'

/** In place of an own comment. Stays open with a sentence when the change was not taken. */
export function EditForm({ comment: { id, content } }: { comment: Comment }) {
  const client = useQueryClient()
  const { id: postId } = use(CommentedPostContext)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const save = async (text: string) => {
    if (text === content) return leaveForm()
    setBusy(true)
    setFailure(null)
    try {
      commentCache(client, postId).change(id, await updateComment(id, text))
      leaveForm()
    } catch (error) {
      setFailure(await commentFailure(error, postId))
      setBusy(false)
    }
  }
  return (
    <CommentForm
      label="Dein Kommentar"
      initial={content}
      submit="Speichern"
      busy={busy}
      failure={failure}
      onType={() => setFailure(null)}
      onSubmit={save}
      onCancel={leaveForm}
    />
  )
}
