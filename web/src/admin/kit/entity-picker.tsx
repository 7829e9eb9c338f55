import type { PickedEntity, PickKind } from '@hot/domain/contract/admin/staff'
import { searchDebounceMs, searchQueryMax } from '@hot/domain/search/limits'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { listStep, useDebounced } from '#web/ui/forms/combobox.ts'
import { Field } from '#web/ui/forms/field.tsx'

type EntityPickerProps = {
  label: string
  kind: PickKind
  value: PickedEntity | null
  onChange: (chosen: PickedEntity | null) => void
  hint?: string
  error?: string | null
}

/** Search for stars, formats, seasons or members in any state; arrow keys select, Enter chooses. */
export function EntityPicker({ label, kind, value, onChange, hint, error }: EntityPickerProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const query = useDebounced(text.trim(), searchDebounceMs)
  const found = useQuery({
    queryKey: ['admin', 'pick', kind, query],
    queryFn: ({ signal }) => rpc('admin_pick', { p_kind: kind, p_query: query }, signal),
    enabled: query !== '',
    staleTime: 0,
    meta: { personal: true },
  })
  const options = query !== '' && text.trim() === query ? (found.data ?? []) : []
  const type = (next: string) => {
    setText(next)
    setActive(-1)
  }
  const choose = (one: PickedEntity) => {
    type('')
    onChange(one)
  }
  const press = (event: KeyboardEvent) => {
    const step = listStep(event.key, active, options.length)
    const marked = options[Math.max(active, 0)]
    if (step !== null) setActive(step)
    else if (event.key === 'Escape' && text) {
      // The surrounding dialog stays open.
      event.stopPropagation()
      type('')
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (marked) choose(marked)
    } else return
    event.preventDefault()
  }
  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint} error={error}>
        {(control) =>
          value ? (
            <div className="picked">
              <span className="min-w-0">
                <b>{value.title}</b> {value.hint && <span className="meta">{value.hint}</span>}
              </span>
              <Button small {...control} className="" onClick={() => onChange(null)}>
                Ändern
              </Button>
            </div>
          ) : (
            <input
              {...control}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={options.length > 0}
              aria-controls={listId}
              aria-activedescendant={options[active] ? `${listId}-${active}` : undefined}
              placeholder="Name eingeben"
              autoComplete="off"
              spellCheck={false}
              maxLength={searchQueryMax}
              value={text}
              onChange={(event) => type(event.target.value)}
              onKeyDown={press}
            />
          )
        }
      </Field>
      {!value && text.trim() !== '' && (
        <PickerOptions
          id={listId}
          options={options}
          active={active}
          state={found.isError ? 'failed' : text.trim() === query && found.isSuccess ? 'ready' : 'loading'}
          onChoose={choose}
          onRetry={() => void found.refetch()}
        />
      )}
    </div>
  )
}

type PickerOptionsProps = {
  id: string
  options: readonly PickedEntity[]
  active: number
  state: 'loading' | 'ready' | 'failed'
  onChoose: (one: PickedEntity) => void
  onRetry: () => void
}

/** Search results of a picker. The focus stays in its field. */
function PickerOptions({ id, options, active, state, onChoose, onRetry }: PickerOptionsProps) {
  if (state === 'failed')
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2">
        <span>Die Suche hat nicht geklappt.</span>
        <Button small onClick={onRetry}>
          Erneut versuchen
        </Button>
      </div>
    )
  if (state === 'loading')
    return (
      <p role="status" className="meta">
        Sucht …
      </p>
    )
  if (options.length === 0)
    return (
      <p role="status" className="meta">
        Nichts gefunden. Prüf die Schreibweise.
      </p>
    )
  return (
    <div id={id} role="listbox" aria-label="Treffer" className="picker-options">
      {options.map((one, index) => (
        <button
          key={one.id}
          id={`${id}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(one)}
        >
          <b>{one.title}</b>
          {one.hint && <span className="meta">{one.hint}</span>}
        </button>
      ))}
    </div>
  )
}
