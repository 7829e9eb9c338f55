import type { PickedEntity } from '@hot/domain/contract/admin/staff'
import { Button } from '#web/ui/controls/button.tsx'

type Props = {
  id: string
  options: readonly PickedEntity[]
  active: number
  state: 'loading' | 'ready' | 'failed'
  onChoose: (one: PickedEntity) => void
  onRetry: () => void
}

/** What a picker found. The focus stays in its field. */
export function PickerOptions({ id, options, active, state, onChoose, onRetry }: Props) {
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
