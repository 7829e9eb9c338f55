import { searchDebounceMs, searchQueryMax } from '@hot/domain/search/limits'
import { useEffect, useRef } from 'react'
import { Field } from '#web/ui/forms/field.tsx'

type Props = {
  label: string
  /** What the list shows now. */
  value: string
  /** Called once typing rests, at once on Enter; trimmed. */
  onChange: (term: string) => void
  placeholder?: string
}

/** Search as you type above a list. Typing is never overwritten; a term from outside shows when the field rests. */
export function AdminSearchField({ label, value, onChange, placeholder = 'Suchen...' }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value
  }, [value])
  const searchIn = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(input.current?.value.trim() ?? ''), delay)
  }
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type="search"
          defaultValue={value}
          maxLength={searchQueryMax}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={() => searchIn(searchDebounceMs)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            searchIn(0)
          }}
        />
      )}
    </Field>
  )
}
