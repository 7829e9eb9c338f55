import { commentSchema } from '@hot/domain/comment/schema'
import { commentMax } from '@hot/domain/post/limits'
import { textLength } from '@hot/domain/text/sanitize-text'
import { type ChangeEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { type Mentions, useMentions } from './use-mentions.ts'

type Props = {
  label: string
  initial: string
  submit: string
  busy?: boolean
  /** Why the last attempt did not work. */
  failure?: string | null
  onType?: (text: string) => void
  /** Gets the text as it is stored. */
  onSubmit: (content: string) => unknown
  onCancel: () => void
}

/** From here on the counter shows how much room is left. */
const counterFrom = commentMax * 0.9

/** The field of a new comment, an answer or a change. Takes the focus; Ctrl+Enter sends. */
export function CommentForm({ label, initial, submit, busy = false, failure, onType, onSubmit, onCancel }: Props) {
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
    mentions.look()
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

/** Keeps a form in sight while an on-screen keyboard rises and covers the lower half. Returns the way out. */
function keepInView(form: HTMLElement): () => void {
  const look = () => {
    if (form.contains(document.activeElement)) form.scrollIntoView({ block: 'nearest' })
  }
  look()
  // Where the keyboard lies over the page only the visual viewport tells; elsewhere the window shrinks.
  const viewport: EventTarget = window.visualViewport ?? window
  viewport.addEventListener('resize', look)
  return () => viewport.removeEventListener('resize', look)
}

/** Whom the @ may mean; pressing one leaves the focus in the field. */
function MentionList({ mentions: { people, active, listId, optionId, choose } }: { mentions: Mentions }) {
  const marked = people.length > 0 && active >= 0 ? optionId(active) : null
  useEffect(() => {
    if (marked) document.getElementById(marked)?.scrollIntoView({ block: 'nearest' })
  }, [marked])
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
