import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'

export type Picked = {
  ids: ReadonlySet<string>
  pick: (id: string, picked: boolean) => void
  replace: (ids: readonly string[]) => void
  /** Unticks what is about to be decided; the returned function ticks again what was ticked before. */
  release: (decided: readonly string[]) => () => void
}

/** What is ticked in a list. */
export function usePicked(): Picked {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const pick = (id: string, picked: boolean) =>
    setIds((now) => new Set(picked ? [...now, id] : [...now].filter((other) => other !== id)))
  const release = (decided: readonly string[]) => {
    setIds(new Set([...ids].filter((id) => !decided.includes(id))))
    return () => setIds(ids)
  }
  return { ids, pick, replace: (next) => setIds(new Set(next)), release }
}

/** The checkbox of a row. `name` as read to people who do not see the row. */
export function PickBox({
  name,
  picked,
  onPick,
}: {
  name: string
  picked: boolean
  onPick: (picked: boolean) => void
}) {
  return (
    <label className="queue-pick">
      <input type="checkbox" checked={picked} onChange={(event) => onPick(event.target.checked)} />
      <span className="visually-hidden">{name} auswählen</span>
    </label>
  )
}

/** The keys that move through a queue; the others stand on its buttons. Nothing for fingers. */
export function QueueMoves() {
  return (
    <p className="queue-moves meta mb-2">
      <kbd className="queue-key">J</kbd> weiter, <kbd className="queue-key">K</kbd> zurück
    </p>
  )
}

type Props = {
  label: string
  picked: Picked
  /** Ids of all that match: they are chosen, not only those loaded. */
  found: readonly string[]
  /** Whether there are more than `found`, which the button then says. */
  more?: boolean
  /** What can be done with the chosen ones. */
  children: ReactNode
}

/** Chooses all of a list, and offers what can be done with what is chosen. */
export function BulkBar({ label, picked, found, more = false, children }: Props) {
  const count = picked.ids.size
  return (
    <fieldset className="bulk-bar mb-2" aria-label={label}>
      {found.length > 1 && count < found.length && (
        <Button
          small
          variant="quiet"
          onClick={() => picked.replace(found)}
        >{`Alle ${formatCount(found.length)} ${more ? 'geladenen ' : ''}auswählen`}</Button>
      )}
      {count > 0 && (
        <>
          <b role="status">{`${formatCount(count)} ausgewählt`}</b>
          {children}
          <Button small variant="quiet" onClick={() => picked.replace([])}>
            Auswahl aufheben
          </Button>
        </>
      )}
    </fieldset>
  )
}
