import { pollOptionsMax } from '@hot/domain/post/limits'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import type { Mistakes } from './mistakes.ts'
import { OptionRow } from './option-row.tsx'
import { addOption, mayAdd, mayRemove, moveOption, nextOption, type OptionStep, removeOption } from './option-steps.ts'
import type { OptionField } from './post-fields.ts'

type Props = {
  options: OptionField[]
  mistakes: Mistakes
  onChange: (options: OptionField[]) => void
  onBlur: (index: number) => void
}

/** The answers of a poll, to be added, removed and moved. */
export function OptionFields({ options, mistakes, onChange, onBlur }: Props) {
  const [said, setSaid] = useState('')
  const rows = useRef<HTMLFieldSetElement>(null)
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    rows.current?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(wanted.current)}"]`)?.focus()
    wanted.current = null
  })
  const take = (step: OptionStep | null) => {
    if (!step) return
    wanted.current = step.focus
    setSaid(step.said)
    onChange(step.options)
  }
  const type = (index: number, text: string) =>
    onChange(options.map((option, place) => (place === index ? { ...option, text } : option)))

  return (
    <fieldset ref={rows} className="grid gap-3">
      <legend className="mb-2 font-bold text-[15px]">Antworten</legend>
      {options.map((option, index) => (
        <OptionRow
          key={option.key}
          option={option}
          index={index}
          count={options.length}
          removable={mayRemove(options)}
          error={mistakes[`options.${index}`]}
          onType={(text) => type(index, text)}
          onBlur={() => onBlur(index)}
          onNext={() => take(nextOption(options, index))}
          onMove={(direction, control) => take(moveOption(options, index, direction, control))}
          onRemove={() => take(removeOption(options, index))}
        />
      ))}
      <p>
        {mayAdd(options) ? (
          <Button small onClick={() => take(addOption(options))}>
            Antwort hinzufügen
          </Button>
        ) : (
          <span className="meta">{pollOptionsMax} Antworten, mehr passen nicht.</span>
        )}
      </p>
      <span role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </span>
    </fieldset>
  )
}
