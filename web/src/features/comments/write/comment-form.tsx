import { commentSchema } from '@hot/domain/comment/schema'
import { commentMax } from '@hot/domain/post/limits'
import { textLength } from '@hot/domain/text/sanitize-text'
import { X } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/controls/button.tsx'
import { announce } from '#web/ui/feedback/announce.ts'
import { ComboboxList, ComboboxStatus } from '#web/ui/forms/combobox.tsx'
import { TextAreaField } from '#web/ui/forms/field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { type Mentions, useMentions } from './use-mentions.ts'

type FormProps = {
  label: string
  initial: string
  submit: string
  busy?: boolean
  /** Why the last attempt failed. */
  failure?: string | null
  /** The answered comment as a quote. */
  quote?: string | undefined
  onType?: (text: string) => void
  /** Called with the text as it will be stored. */
  onSubmit: (content: string) => unknown
  onCancel: () => void
}

/** The counter is shown from this length on. */
const counterFrom = commentMax * 0.9

/** Ctrl + Enter needs a keyboard, which whoever points with a finger rarely has. */
const fieldHint = () =>
  window.matchMedia('(pointer: coarse)').matches ? '@ erwähnt jemanden' : '@ erwähnt jemanden, Strg + Enter sendet'

/** The form for a new comment, a reply or an edit. It gets the focus; Ctrl+Enter sends. */
export function CommentForm({
  label,
  initial,
  submit,
  busy = false,
  failure,
  quote,
  onType,
  onSubmit,
  onCancel,
}: FormProps) {
  const form = useZodForm(commentSchema, { content: initial })
  const { element } = form
  const area = useRef<HTMLTextAreaElement>(null)
  const setText = (text: string) => {
    form.setValue('content', text, { shouldDirty: true })
    form.clearErrors()
    onType?.(text)
  }
  const mentions = useMentions(area, setText)
  useFocusAndView(area, element)
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
    mentions.settle(event.target)
    void onChange(event)
    onType?.(event.target.value)
    mentions.update()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (mentions.combobox.onKeyDown(event)) return
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
        hint={fieldHint()}
        counter={used >= counterFrom ? { used, max: commentMax } : undefined}
        rows={3}
        autoComplete="off"
        {...mentions.combobox.fieldProps}
        {...field}
        ref={setArea}
        error={error ?? failure}
        onChange={type}
        onSelect={mentions.update}
        onBlur={mentions.close}
        onKeyDown={onKeyDown}
      />
      <MentionList mentions={mentions} />
      <div className="comment-form-footer">
        <MarkButtons area={area} quote={quote} onText={setText} />
        <Button onClick={onCancel} small variant="quiet" busy={busy}>
          {/* On a phone all buttons have one row. */}
          <span className="sm:hidden">
            <Icon of={X} />
          </span>
          <span className="max-sm:sr-only">Abbrechen</span>
        </Button>
        <Button type="submit" small variant="hot" busy={busy}>
          {busy ? 'Speichert …' : submit}
        </Button>
      </div>
    </form>
  )
}

/** Puts the caret at the end of the text and keeps the form in view. */
function useFocusAndView(area: RefObject<HTMLTextAreaElement | null>, form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    if (!area.current || !form.current) return
    area.current.focus()
    area.current.setSelectionRange(area.current.value.length, area.current.value.length)
    return keepInView(form.current)
  }, [area, form])
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
function MentionList({ mentions: { people, combobox } }: { mentions: Mentions }) {
  return (
    <>
      <ComboboxStatus
        state="ready"
        count={people.length}
        found={(count) =>
          `${count === 1 ? '1 Vorschlag' : `${count} Vorschläge`}. Pfeiltasten wählen aus, Enter übernimmt.`
        }
      />
      <ComboboxList combobox={combobox} label="Wen meinst du?" className="mention-list">
        {people.map((person, place) => (
          <div key={person.id} {...combobox.optionProps(place)} className="mention-option">
            <Avatar id={person.id} name={person.nickname} src={person.avatar_url} size={28} />
            <b>{person.nickname}</b>
          </div>
        ))}
      </ComboboxList>
    </>
  )
}

/** A text and what is selected in it. */
type Selected = { text: string; from: number; to: number }

/** Stands between the marks until something is typed over it: two marks alone could be sent and say nothing. */
const spoilerText = 'Spoiler'

/** Marks what is selected as a spoiler; with nothing selected, a word that the next key replaces. */
function hideSelection({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected {
  const [from, to] = [selectionStart, selectionEnd]
  const hidden = value.slice(from, to) || spoilerText
  announce(from === to ? 'Tippe jetzt, was verdeckt sein soll.' : 'Als Spoiler verdeckt.')
  return {
    text: `${value.slice(0, from)}||${hidden}||${value.slice(to)}`,
    from: from + 2,
    to: from + 2 + hidden.length,
  }
}

type MarkButtonsProps = {
  area: RefObject<HTMLTextAreaElement | null>
  quote: string | undefined
  onText: (text: string) => void
}

/** Quotes the answered comment above the text; hides what is selected as a spoiler. */
function MarkButtons({ area, quote, onText }: MarkButtonsProps) {
  const put = ({ text, from, to }: Selected) => {
    flushSync(() => onText(text))
    area.current?.focus()
    area.current?.setSelectionRange(from, to)
    area.current?.form?.scrollIntoView({ block: 'nearest' })
  }
  const act = (change: (field: HTMLTextAreaElement) => Selected) => () => {
    if (area.current) put(change(area.current))
  }
  return (
    <span className="mr-auto flex gap-2">
      {quote && (
        <Button
          small
          variant="quiet"
          onClick={act(({ value }) => {
            const text = value.startsWith(quote) ? value : quote + value
            return { text, from: text.length, to: text.length }
          })}
        >
          Zitieren
        </Button>
      )}
      <Button small variant="quiet" onClick={act(hideSelection)}>
        Spoiler
      </Button>
    </span>
  )
}
