import type { PickedEntity, PickKind } from '@hot/domain/contract/admin/staff'
import { searchDebounceMs, searchQueryMax } from '@hot/domain/search/limits'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { listStep, useDebounced } from '#web/ui/forms/combobox.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { type Refusals, useWrite } from './write.ts'

type EntityPickerProps = {
  label: string
  kind: PickKind
  value: PickedEntity | null
  onChange: (chosen: PickedEntity | null) => void
  hint?: string
  error?: string | null
  /** Offers to create what is typed. Must not change between renders. */
  create?: { run: (name: string) => Promise<PickedEntity>; refusals: Refusals }
}

/** Search for stars, formats, seasons or members in any state; arrow keys select, Enter chooses. */
export function EntityPicker({ label, kind, value, onChange, hint, error, create }: EntityPickerProps) {
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
  const isCurrent = query !== '' && text.trim() === query
  const options = isCurrent ? (found.data ?? []) : []
  const offersNew = create !== undefined && isCurrent && found.isSuccess
  const entries = options.length + (offersNew ? 1 : 0)
  const type = (next: string) => {
    setText(next)
    setActive(-1)
  }
  const choose = (one: PickedEntity) => {
    type('')
    onChange(one)
  }
  const making = useWrite(
    (name: string) => (create ? create.run(name) : Promise.reject(new Error('nothing to create'))),
    {
      refusals: create?.refusals,
      onDone: choose,
    },
  )
  const take = (index: number) => {
    const one = options[index]
    if (one) choose(one)
    else if (offersNew) void making.run(query)
  }
  const press = (event: KeyboardEvent) => {
    const step = listStep(event.key, active, entries)
    if (step !== null) setActive(step)
    else if (event.key === 'Escape' && text) {
      // The surrounding dialog stays open.
      event.stopPropagation()
      type('')
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      take(Math.max(active, 0))
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
              aria-expanded={entries > 0}
              aria-controls={listId}
              aria-activedescendant={active >= 0 && active < entries ? `${listId}-${active}` : undefined}
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
          newName={offersNew ? query : null}
          state={found.isError ? 'failed' : text.trim() === query && found.isSuccess ? 'ready' : 'loading'}
          onTake={take}
          onRetry={() => void found.refetch()}
        />
      )}
      <FormFailure text={making.failure} />
    </div>
  )
}

type PickerOptionsProps = {
  id: string
  options: readonly PickedEntity[]
  active: number
  /** Name that can be created. */
  newName: string | null
  state: 'loading' | 'ready' | 'failed'
  /** Chooses the option with this index; the one behind the last creates. */
  onTake: (index: number) => void
  onRetry: () => void
}

/** Search results of a picker. The focus stays in its field. */
function PickerOptions({ id, options, active, newName, state, onTake, onRetry }: PickerOptionsProps) {
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
  if (options.length === 0 && newName === null)
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
          onClick={() => onTake(index)}
        >
          <b>{one.title}</b>
          {one.hint && <span className="meta">{one.hint}</span>}
        </button>
      ))}
      {newName !== null && (
        <button
          id={`${id}-${options.length}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={active === options.length}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(options.length)}
        >
          <span>
            <b>{newName}</b> anlegen
          </span>
        </button>
      )}
    </div>
  )
}
