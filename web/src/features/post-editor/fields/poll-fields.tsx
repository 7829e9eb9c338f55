import { pollOptionMax, pollOptionsMax, pollOptionsMin } from '@hot/domain/post/limits'
import { textLength } from '@hot/domain/text/sanitize-text'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import type { FieldProps, PostFormMethods } from './post-fields.ts'
import { newOption, type OptionField } from './post-fields.ts'

/** Above this length, the counter is shown. */
const counterFrom = 60

type Props = {
  form: PostFormMethods
  input: FieldProps
  /** The stored options if someone has voted, because they can no longer be changed; else null. */
  fixed: OptionField[] | null
}

/** Fields of polls only: options and end. */
export function PollFields({ form, input, fixed }: Props) {
  return (
    <>
      {fixed ? (
        <Callout>
          <p>Es wurde schon abgestimmt. Die Antworten bleiben, wie sie sind:</p>
          <ul className="mt-1 list-disc pl-5">
            {fixed.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        </Callout>
      ) : (
        <OptionFields form={form} input={input} />
      )}
      <TextField
        label="Ende der Abstimmung (optional)"
        type="datetime-local"
        hint="Uhrzeit in Deutschland. Ohne Ende läuft sie einfach weiter. Ist sie zu Ende, geht sie nicht wieder auf."
        {...input('ends_at')}
      />
    </>
  )
}

/** The options of a poll: add, remove and move them. */
function OptionFields({ form, input }: Omit<Props, 'fixed'>) {
  const [announcement, setAnnouncement] = useState('')
  const rows = useRef<HTMLFieldSetElement>(null)
  const focusTarget = useRef<string | null>(null)
  const { replace } = useFieldArray({ control: form.control, name: 'options' })
  const options = form.watch('options')
  useEffect(() => {
    if (!focusTarget.current) return
    // A new row may be rendered later than the announcement.
    const control = rows.current?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focusTarget.current)}"]`)
    if (!control) return
    control.focus()
    focusTarget.current = null
  })
  // All of them, because duplicate options can be fixed by changing either.
  const clearOptionErrors = () => form.clearErrors('options')
  const apply = (step: OptionStep | null) => {
    if (!step) return
    focusTarget.current = step.focus
    setAnnouncement(step.announcement)
    replace(step.options)
    clearOptionErrors()
  }
  return (
    <fieldset ref={rows} className="grid gap-3" onInput={clearOptionErrors}>
      <legend className="mb-2 font-bold text-[0.9375rem]">Antworten</legend>
      {options.map((option, index) => (
        <OptionRow
          key={option.key}
          option={option}
          index={index}
          count={options.length}
          removable={mayRemove(options)}
          input={input(`options.${index}`)}
          onNext={() => apply(nextOption(options, index))}
          onMove={(direction, control) => apply(moveOption(options, index, direction, control))}
          onRemove={() => apply(removeOption(options, index))}
        />
      ))}
      <p>
        {mayAdd(options) ? (
          <Button small onClick={() => apply(addOption(options))}>
            Antwort hinzufügen
          </Button>
        ) : (
          <span className="meta">{pollOptionsMax} Antworten, mehr passen nicht.</span>
        )}
      </p>
      <span role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </span>
    </fieldset>
  )
}

type RowProps = {
  option: OptionField
  index: number
  count: number
  removable: boolean
  input: ReturnType<FieldProps>
  onNext: () => void
  onMove: (direction: 'up' | 'down', control: 'text' | 'up' | 'down') => void
  onRemove: () => void
}

/** One option of a poll. Alt and an arrow key move it, Enter goes to the next. */
function OptionRow({ option, index, count, removable, input, onNext, onMove, onRemove }: RowProps) {
  const name = `Antwort ${index + 1}`
  const { error, ...field } = input
  const used = textLength(option.text)
  const press = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null
    if (event.altKey && direction) onMove(direction, 'text')
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) onNext()
    else return
    event.preventDefault()
  }
  return (
    <Field label={name} error={error} counter={used > counterFrom ? { used, max: pollOptionMax } : undefined}>
      {(control) => (
        <div className="flex items-center gap-1">
          <input
            {...control}
            {...field}
            data-focus={focusName(option.key, 'text')}
            autoComplete="off"
            onKeyDown={press}
          />
          {/* `aria-disabled` at the ends, because a disabled button would lose the focus. */}
          <IconButton
            label={`${name} nach oben`}
            data-focus={focusName(option.key, 'up')}
            aria-disabled={index === 0}
            className="aria-disabled:opacity-40"
            onClick={() => onMove('up', 'up')}
          >
            <Icon of={ArrowUp} />
          </IconButton>
          <IconButton
            label={`${name} nach unten`}
            data-focus={focusName(option.key, 'down')}
            aria-disabled={index === count - 1}
            className="aria-disabled:opacity-40"
            onClick={() => onMove('down', 'down')}
          >
            <Icon of={ArrowDown} />
          </IconButton>
          {removable && (
            <IconButton label={`${name} entfernen`} onClick={onRemove}>
              <Icon of={X} />
            </IconButton>
          )}
        </div>
      )}
    </Field>
  )
}

/** The options after a step, the control to focus (`focusName`), and a text for screen readers. */
export type OptionStep = { options: OptionField[]; focus: string; announcement: string }

const focusName = (key: string, control: 'text' | 'up' | 'down'): string => `${key}:${control}`

const mayAdd = (options: readonly OptionField[]): boolean => options.length < pollOptionsMax
const mayRemove = (options: readonly OptionField[]): boolean => options.length > pollOptionsMin

/** Appends an empty option; null if there are already eight. */
export function addOption(options: readonly OptionField[]): OptionStep | null {
  if (!mayAdd(options)) return null
  const added = newOption()
  return {
    options: [...options, added],
    focus: focusName(added.key, 'text'),
    announcement: `Antwort ${options.length + 1} hinzugefügt.`,
  }
}

/** Removes an option; the focus moves to the one in its place. Null if only two are left. */
export function removeOption(options: readonly OptionField[], index: number): OptionStep | null {
  if (!mayRemove(options)) return null
  const left = options.filter((_, place) => place !== index)
  const next = left[Math.min(index, left.length - 1)]
  return next
    ? { options: left, focus: focusName(next.key, 'text'), announcement: `Antwort ${index + 1} entfernt.` }
    : null
}

/** Moves an option by one place; `control` is the control that moved it and keeps the focus. Null at the ends. */
export function moveOption(
  options: readonly OptionField[],
  index: number,
  direction: 'up' | 'down',
  control: 'text' | 'up' | 'down',
): OptionStep | null {
  const to = index + (direction === 'up' ? -1 : 1)
  const moved = options[index]
  if (!moved || to < 0 || to >= options.length) return null
  const others = options.filter((_, place) => place !== index)
  return {
    options: [...others.slice(0, to), moved, ...others.slice(to)],
    focus: focusName(moved.key, control),
    announcement: `Jetzt Antwort ${to + 1}.`,
  }
}

/** Enter in an option moves to the next one; after the last it adds a new one. */
export function nextOption(options: readonly OptionField[], index: number): OptionStep | null {
  const next = options[index + 1]
  return next ? { options: [...options], focus: focusName(next.key, 'text'), announcement: '' } : addOption(options)
}
