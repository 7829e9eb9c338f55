import type { Comment } from '@hot/domain/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { commentCache } from './comment-cache.ts'
import { commentFailure } from './comment-failure.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentedPostContext } from './comment-tools.ts'
import { updateComment } from './comment-writes.ts'
import { leaveForm } from './leave-form.ts'

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
