import { commentContent } from '@hot/domain/comment/schema'
import { commentMax } from '@hot/domain/post/limits'
import { textLength } from '@hot/domain/text/sanitize-text'
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { keepInView } from './keep-in-view.ts'
import { MentionList } from './mention-list.tsx'
import { useMentions } from './use-mentions.ts'

type Props = {
  label: string
  initial: string
  submit: string
  busy?: boolean
  /** Why the last attempt did not work. */
  failure?: string | null
  onType?: (text: string) => void
  /** Gets the text as it is stored. */
  onSubmit: (content: string) => void
  onCancel: () => void
}

/** From here on the counter shows how much room is left. */
const counterFrom = commentMax * 0.9

/** The field of a new comment, an answer or a change. Takes the focus; Ctrl+Enter sends. */
export function CommentForm({ label, initial, submit, busy = false, failure, onType, onSubmit, onCancel }: Props) {
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const type = (next: string) => {
    setText(next)
    setProblem(null)
    onType?.(next)
  }
  const mentions = useMentions(field, type)
  useLayoutEffect(() => {
    const area = field.current
    if (!area || !form.current) return
    area.focus()
    area.setSelectionRange(area.value.length, area.value.length)
    return keepInView(form.current)
  }, [])
  const suggesting = mentions.people.length > 0
  useEffect(() => {
    if (suggesting) form.current?.scrollIntoView({ block: 'nearest' })
  }, [suggesting])
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    const content = commentContent.safeParse(text)
    if (content.success) return onSubmit(content.data)
    setProblem(content.error.issues[0]?.message ?? null)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (mentions.onKeyDown(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
  }
  const used = textLength(text)
  return (
    <form ref={form} className="comment-form" onSubmit={send} noValidate>
      <TextAreaField
        ref={field}
        label={<VisuallyHidden>{label}</VisuallyHidden>}
        placeholder="Was weißt du?"
        hint="@ erwähnt jemanden, Strg + Enter sendet"
        error={problem ?? failure}
        counter={used >= counterFrom ? { used, max: commentMax } : undefined}
        rows={3}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          type(event.target.value)
          mentions.look()
        }}
        onSelect={mentions.look}
        onBlur={mentions.close}
        onKeyDown={onKeyDown}
        {...mentions.fieldProps}
      />
      <MentionList mentions={mentions} />
      <div className="comment-form-foot">
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
