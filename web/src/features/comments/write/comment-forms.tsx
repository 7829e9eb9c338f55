import type { Comment } from '@hot/domain/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { commentCache } from '#web/entities/comment/comment-cache.ts'
import { commentFailure } from '#web/entities/comment/comment-failure.ts'
import { updateComment } from '#web/entities/comment/comment-writes.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { closeForm, type FormPlace, openedFrom, useOpenForm } from '../open-form.ts'
import { type DraftPlace, draftAt, keepDraft } from './comment-drafts.ts'
import { CommentForm } from './comment-form.tsx'
import { useSendComment } from './comment-outbox.ts'
import { withMention } from './mention-at-caret.ts'

/** Closes the form and gives the focus back to what opened it, or to what took its place. */
function leaveForm(): void {
  const opener = openedFrom()
  closeForm()
  // After the next drawing: the button above the comments comes back only then.
  requestAnimationFrame(() => {
    const place = opener?.checkVisibility() ? opener : document.querySelector<HTMLElement>('#kommentare .write-comment')
    place?.focus({ preventScroll: true })
  })
}

type Props = { place: FormPlace; parentId: string | null; mention?: string | undefined; label: string; submit: string }

/** What is typed is kept as a draft until it is sent off; then it waits among the unsent. */
function NewText({ place, parentId, mention, label, submit }: Props) {
  const { id: postId } = use(CommentedPostContext)
  const draft: DraftPlace = `${postId}/${place}`
  const [initial] = useState(() => withMention(draftAt(draft), mention))
  const send = useSendComment()
  return (
    <CommentForm
      label={label}
      initial={initial}
      submit={submit}
      onType={(text) => keepDraft(draft, text)}
      onSubmit={(content) => {
        send({ id: crypto.randomUUID(), postId, parentId, content, at: Date.now() })
        keepDraft(draft, '')
        leaveForm()
      }}
      onCancel={leaveForm}
    />
  )
}

/** Above the comments, in place of its button. */
export function NewComment() {
  return (
    <div className="pt-1 pb-4">
      <NewText place="new" parentId={null} label="Dein Kommentar" submit="Kommentieren" />
    </div>
  )
}

/** Says whether something is waiting to be finished. */
export function WriteLabel() {
  const { id } = use(CommentedPostContext)
  return draftAt(`${id}/new`) ? 'Kommentar weiterschreiben' : 'Kommentar schreiben'
}

/** Below a thread, while somebody answers. */
export function ReplyForm({ root }: { root: Comment }) {
  const form = useOpenForm(`reply:${root.id}`)
  if (!form) return null
  const name = form.mention ?? root.author?.nickname
  return (
    // A form per person answered: the mention is put in front of what was typed.
    <NewText
      key={form.mention}
      place={form.place}
      parentId={root.id}
      mention={form.mention}
      label={name ? `Deine Antwort an ${name}` : 'Deine Antwort'}
      submit="Antworten"
    />
  )
}

/** In place of an own comment. Stays open with a sentence when the change was not taken. */
export function EditForm({ comment: { id, content } }: { comment: Comment }) {
  const client = useQueryClient()
  const { id: postId } = use(CommentedPostContext)
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, run } = useWrite(async (text: string) => {
    setFailure(null)
    try {
      commentCache(client, postId).change(id, await updateComment(id, text))
      leaveForm()
    } catch (error) {
      setFailure(await commentFailure(error, postId))
    }
  })
  return (
    <CommentForm
      label="Dein Kommentar"
      initial={content}
      submit="Speichern"
      busy={busy}
      failure={failure}
      onType={() => setFailure(null)}
      onSubmit={(text) => (text === content ? leaveForm() : run(text))}
      onCancel={leaveForm}
    />
  )
}
