import { commentSchema } from '@hot/domain/comment/schema'
import type { Comment } from '@hot/domain/contract/post'
import { commentMax } from '@hot/domain/post/limits'
import { textLength } from '@hot/domain/text/sanitize-text'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type KeyboardEvent, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { commentCache } from '#web/entities/comment/comment-cache.ts'
import { commentFailure, updateComment } from '#web/entities/comment/comment-writes.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextAreaField } from '#web/ui/forms/field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { closeForm, type FormPlace, openedFrom, useOpenForm } from '../open-form.ts'
import { type DraftPlace, draftAt, storeDraft } from './comment-drafts.ts'
import { useSendComment } from './comment-outbox.ts'
import { UnsentComments } from './unsent-comments.tsx'
import { type Mentions, useMentions, withMention } from './use-mentions.ts'

/** Closes the form and returns the focus to the element that opened it, or to the button above the comments. */
function closeAndRefocus(): void {
  const opener = openedFrom()
  closeForm()
  // In the next frame, because only then the button above the comments is rendered again.
  requestAnimationFrame(() => {
    const place = opener?.checkVisibility() ? opener : document.querySelector<HTMLElement>('#kommentare .write-comment')
    place?.focus({ preventScroll: true })
  })
}

type Props = { place: FormPlace; parentId: string | null; mention?: string | undefined; label: string; submit: string }

/** A form for a new text: stored as a draft until it is sent, then in the outbox. */
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
  return draftAt(`${id}/new`) ? 'Kommentar weiterschreiben' : 'Kommentar schreiben'
}

/** The form below a thread, while the member writes a reply. */
function ReplyForm({ root }: { root: Comment }) {
  const form = useOpenForm(`reply:${root.id}`)
  if (!form) return null
  const name = form.mention ?? root.author?.nickname
  return (
    // The key remounts the form for another mention, which is put before the text.
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

type FormProps = {
  label: string
  initial: string
  submit: string
  busy?: boolean
  /** Why the last attempt failed. */
  failure?: string | null
  onType?: (text: string) => void
  /** Called with the text as it will be stored. */
  onSubmit: (content: string) => unknown
  onCancel: () => void
}

/** The counter is shown from this length on. */
const counterFrom = commentMax * 0.9

/** The form for a new comment, a reply or an edit. It gets the focus; Ctrl+Enter sends. */
function CommentForm({ label, initial, submit, busy = false, failure, onType, onSubmit, onCancel }: FormProps) {
  const form = useZodForm(commentSchema, { content: initial })
  const { element } = form
  const area = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions(area, (text) => {
    form.setValue('content', text, { shouldDirty: true })
    form.clearErrors()
    onType?.(text)
  })
  useLayoutEffect(() => {
    if (!area.current || !element.current) return
    area.current.focus()
    area.current.setSelectionRange(area.current.value.length, area.current.value.length)
    return keepInView(element.current)
  }, [element])
  const suggesting = mentions.people.length > 0
  useEffect(() => {
    if (suggesting) element.current?.scrollIntoView({ block: 'nearest' })
  }, [suggesting, element])
  const { ref, onChange, error, ...field } = form.input('content')
  const setArea = (node: HTMLTextAreaElement | null) => {
    area.current = node
    ref(node)
  }
  const type = (event: ChangeEvent<HTMLTextAreaElement>) => {
    void onChange(event)
    onType?.(event.target.value)
    mentions.update()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (mentions.onKeyDown(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!busy) element.current?.requestSubmit()
  }
  const used = textLength(field.value)
  return (
    <form {...form.formProps(({ content }) => onSubmit(content))} className="comment-form">
      <TextAreaField
        label={<VisuallyHidden>{label}</VisuallyHidden>}
        placeholder="Was weißt du?"
        hint="@ erwähnt jemanden, Strg + Enter sendet"
        counter={used >= counterFrom ? { used, max: commentMax } : undefined}
        rows={3}
        autoComplete="off"
        {...field}
        ref={setArea}
        error={error ?? failure}
        onChange={type}
        onSelect={mentions.update}
        onBlur={mentions.close}
        onKeyDown={onKeyDown}
        {...mentions.fieldProps}
      />
      <MentionList mentions={mentions} />
      <div className="comment-form-footer">
        <Button onClick={onCancel} small variant="quiet" disabled={busy}>
          Abbrechen
        </Button>
        <Button type="submit" small variant="hot" disabled={busy}>
          {busy ? 'Speichert …' : submit}
        </Button>
      </div>
    </form>
  )
}

/** Scrolls a form into view whenever an on-screen keyboard opens. Returns the cleanup function. */
function keepInView(form: HTMLElement): () => void {
  const scroll = () => {
    if (form.contains(document.activeElement)) form.scrollIntoView({ block: 'nearest' })
  }
  scroll()
  // Where the keyboard overlays the page, only the visual viewport changes; elsewhere the window shrinks.
  const viewport: EventTarget = window.visualViewport ?? window
  viewport.addEventListener('resize', scroll)
  return () => viewport.removeEventListener('resize', scroll)
}

/** Suggestions for a mention. Pressing one leaves the focus in the field. */
function MentionList({ mentions: { people, active, listId, optionId, choose } }: { mentions: Mentions }) {
  const activeId = people.length > 0 && active >= 0 ? optionId(active) : null
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <>
      <p role="status" className="visually-hidden">
        {people.length > 0 && `${people.length} Vorschläge. Pfeiltasten wählen aus, Enter übernimmt.`}
      </p>
      {people.length > 0 && (
        <div role="listbox" id={listId} aria-label="Wen meinst du?" className="mention-list">
          {people.map((person, place) => (
            <div
              key={person.id}
              id={optionId(place)}
              role="option"
              tabIndex={-1}
              aria-selected={place === active}
              className="mention-option"
              onPointerDown={(event) => {
                event.preventDefault()
                choose(place)
              }}
            >
              <Avatar id={person.id} name={person.nickname} src={person.avatar_url} size={28} />
              <b>{person.nickname}</b>
            </div>
          ))}
        </div>
      )}
    </>
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
