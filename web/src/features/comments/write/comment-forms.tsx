import { quoteOf } from '@hot/domain/comment/quote'
import type { Comment } from '@hot/domain/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { commentCache } from '#web/entities/comment/comment-cache.ts'
import { commentFailure, updateComment } from '#web/entities/comment/comment-writes.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { announce } from '#web/ui/feedback/announce.ts'
import { isShown } from '#web/ui/hooks/focus-refuge.ts'
import { closeForm, type FormPlace, type OpenForm, openedFrom, useOpenForm } from '../open-form.ts'
import { type DraftPlace, draftAt, storeDraft } from './comment-drafts.ts'
import { CommentForm } from './comment-form.tsx'
import { useSendComment } from './comment-outbox.ts'
import { UnsentComments } from './unsent-comments.tsx'
import { withMention } from './use-mentions.ts'

/** Closes the form and returns the focus to the element that opened it, or to the button above the comments. */
function closeAndRefocus(): void {
  const opener = openedFrom()
  closeForm()
  // In the next frame, because only then the button above the comments is rendered again.
  requestAnimationFrame(() => {
    const place = opener && isShown(opener) ? opener : document.querySelector<HTMLElement>('#kommentare .write-comment')
    place?.focus({ preventScroll: true })
  })
}

type Props = {
  place: FormPlace
  parentId: string | null
  mention?: string | undefined
  answered?: OpenForm['answered']
  label: string
  submit: string
}

/** A form for a new text: stored as a draft until it is sent, then in the outbox. */
function NewText({ place, parentId, mention, answered, label, submit }: Props) {
  const { id: postId } = use(CommentedPostContext)
  const draft: DraftPlace = `${postId}/${place}`
  const [initial] = useState(() => {
    const text = withMention(draftAt(draft), mention)
    return answered?.selected ? quoteOf(answered.content, answered.selected) + text : text
  })
  const send = useSendComment()
  return (
    <CommentForm
      label={label}
      initial={initial}
      submit={submit}
      quote={answered && quoteOf(answered.content)}
      onType={(text) => storeDraft(draft, text)}
      onSubmit={(content) => {
        send({ id: crypto.randomUUID(), postId, parentId, content, at: Date.now() })
        storeDraft(draft, '')
        closeAndRefocus()
      }}
      onCancel={closeAndRefocus}
    />
  )
}

/** The form above the comments, in place of its button. */
export function NewComment() {
  return (
    <div className="pt-1 pb-4">
      <NewText place="new" parentId={null} label="Dein Kommentar" submit="Kommentieren" />
    </div>
  )
}

/** The button's label, which shows whether there is an unfinished draft. */
export function WriteLabel() {
  const { id } = use(CommentedPostContext)
  return <span>{draftAt(`${id}/new`) ? 'Kommentar weiterschreiben' : 'Kommentar schreiben'}</span>
}

/** The form below a thread, while the member writes a reply. */
function ReplyForm({ root }: { root: Comment }) {
  const form = useOpenForm(`reply:${root.id}`)
  if (!form) return null
  const name = form.mention ?? root.author?.nickname
  return (
    // The key remounts the form for another comment, whose mention or quote is put before the text.
    <NewText
      key={form.answered?.id}
      place={form.place}
      parentId={root.id}
      mention={form.mention}
      answered={form.answered}
      label={name ? `Deine Antwort an ${name}` : 'Deine Antwort'}
      submit="Antworten"
    />
  )
}

/** The form in place of the member's own comment. On failure it stays open with an error message. */
export function EditForm({ comment: { id, content } }: { comment: Comment }) {
  const client = useQueryClient()
  const { id: postId } = use(CommentedPostContext)
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, run } = useWrite(async (text: string) => {
    setFailure(null)
    try {
      commentCache(client, postId).change(id, await updateComment(id, text))
      closeAndRefocus()
      announce('Dein Kommentar ist geändert.')
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
      onSubmit={(text) => (text === content ? closeAndRefocus() : run(text))}
      onCancel={closeAndRefocus}
    />
  )
}

/** Below the replies of a thread: the member's unsent replies and the reply form. */
export function ThreadFooter({ root }: { root: Comment }) {
  return (
    <>
      <UnsentComments root={root.id} />
      <ReplyForm root={root} />
    </>
  )
}
