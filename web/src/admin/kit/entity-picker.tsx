import type { PickedEntity, PickKind } from '@hot/domain/contract/admin/staff'
import { searchDebounceMs, searchQueryMax } from '@hot/domain/search/limits'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import {
  type Combobox,
  ComboboxList,
  ComboboxStatus,
  hits,
  useCombobox,
  useDebounced,
} from '#web/ui/forms/combobox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { type Refusals, useWrite } from './write.ts'

type EntityPickerProps<One extends PickedEntity> = {
  label: string
  kind: PickKind
  value: PickedEntity | null
  onChange: (chosen: PickedEntity | null) => void
  hint?: string
  error?: string | null
  /** Offers to create what is typed. Must not change between renders. */
  create?: { run: (name: string) => Promise<PickedEntity>; refusals: Refusals }
  /** Offers two people, created where they are missing, when what is typed names two. */
  couple?: {
    of: (typed: string) => readonly string[] | null
    run: (names: readonly string[]) => Promise<readonly One[]>
    onChange: (chosen: readonly One[]) => void
  }
}

/** Search for stars, formats, seasons or members in any state; arrow keys select, Enter chooses. */
export function EntityPicker<One extends PickedEntity = PickedEntity>(props: EntityPickerProps<One>) {
  const { label, kind, value, onChange, hint, error, create, couple } = props
  const [text, setText] = useState('')
  const picker = useRef<HTMLDivElement>(null)
  useFocusKept(picker, value)
  const { found, state, query, retry } = usePicks(kind, text)
  const newName = create && state === 'ready' ? query : null
  const two = newName === null ? null : (couple?.of(newName) ?? null)
  // Behind the ones found: two people, then one of the whole name.
  const offered = found.length + (two ? 1 : 0) + (newName === null ? 0 : 1)
  const choose = (one: PickedEntity) => {
    setText('')
    onChange(one)
  }
  const making = useWrite(
    (name: string) => (create ? create.run(name) : Promise.reject(new Error('nothing to create'))),
    {
      refusals: create?.refusals,
      onDone: choose,
    },
  )
  const makingTwo = useWrite(
    (names: readonly string[]) => (couple ? couple.run(names) : Promise.reject(new Error('nothing to create'))),
    {
      refusals: create?.refusals,
      onDone: (made) => {
        setText('')
        couple?.onChange(made)
      },
    },
  )
  const combobox = useCombobox({
    text,
    count: offered,
    onTake: (index) => {
      const one = found[index]
      if (one) choose(one)
      else if (two && index === found.length) void makingTwo.run(two)
      else if (newName !== null) void making.run(newName)
    },
    onClear: () => setText(''),
  })
  return (
    <div ref={picker} className="grid gap-2">
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
              {...combobox.fieldProps}
              placeholder="Name eingeben"
              autoComplete="off"
              spellCheck={false}
              maxLength={searchQueryMax}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )
        }
      </Field>
      {!value && (
        <>
          <PickerOptions combobox={combobox} found={found} two={two} newName={newName} />
          {state === 'failed' && (
            <SearchFailed
              onRetry={() => {
                // Its button goes while it searches.
                picker.current?.querySelector('input')?.focus()
                retry()
              }}
            />
          )}
        </>
      )}
      <ComboboxStatus
        state={state}
        count={offered}
        loading="Sucht …"
        empty="Nichts gefunden. Prüf die Schreibweise."
        {...(newName !== null && {
          found: () => `${hits(found.length)}, oder ${two ? 'zwei Personen' : `„${newName}“`} anlegen`,
        })}
      />
      <FormFailure text={making.failure ?? makingTwo.failure} />
    </div>
  )
}

/** Field and button take turns; whoever was in the one goes on in the other. */
function useFocusKept(picker: RefObject<HTMLDivElement | null>, value: PickedEntity | null): void {
  const shown = useRef(value)
  useLayoutEffect(() => {
    const wasSwapped = (shown.current === null) !== (value === null)
    shown.current = value
    if (wasSwapped && document.activeElement === document.body)
      picker.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [picker, value])
}

type Picks = {
  found: readonly PickedEntity[]
  state: 'idle' | 'loading' | 'ready' | 'failed'
  /** What `found` is for. */
  query: string
  retry: () => void
}

const nothing: readonly PickedEntity[] = []

function usePicks(kind: PickKind, text: string): Picks {
  const typed = text.trim()
  const query = useDebounced(typed, searchDebounceMs)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'pick', kind, query],
    queryFn: ({ signal }) => rpc('admin_pick', { p_kind: kind, p_query: query }, signal),
    enabled: query !== '',
    staleTime: 0,
    meta: { personal: true },
  })
  const answer = { found: nothing, query, retry: () => void refetch() }
  if (typed === '') return { ...answer, state: 'idle' }
  if (typed !== query || (isFetching && !data)) return { ...answer, state: 'loading' }
  if (isError || !data) return { ...answer, state: 'failed' }
  return { ...answer, found: data, state: 'ready' }
}

type PickerOptionsProps = {
  combobox: Combobox
  found: readonly PickedEntity[]
  /** Names of two people that can be created. */
  two: readonly string[] | null
  /** Name that can be created. */
  newName: string | null
}

/** Search results of a picker. The focus stays in its field. */
function PickerOptions({ combobox, found, two, newName }: PickerOptionsProps) {
  return (
    <ComboboxList combobox={combobox} label="Treffer" className="picker-options">
      {found.map((one, index) => (
        <button key={one.id} type="button" {...combobox.optionProps(index)}>
          <b>{one.title}</b>
          {one.hint && <span className="meta">{one.hint}</span>}
        </button>
      ))}
      {two && (
        <button type="button" {...combobox.optionProps(found.length)}>
          <span>
            Zwei Personen anlegen: <b>{two.join(' und ')}</b>
          </span>
        </button>
      )}
      {newName !== null && (
        <button type="button" {...combobox.optionProps(found.length + (two ? 1 : 0))}>
          <span>
            <b>{newName}</b> <span>{two ? 'als eine anlegen' : 'anlegen'}</span>
          </span>
        </button>
      )}
    </ComboboxList>
  )
}

function SearchFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2">
      <span>Die Suche hat nicht geklappt.</span>
      <Button small onClick={onRetry}>
        Erneut versuchen
      </Button>
    </div>
  )
}
