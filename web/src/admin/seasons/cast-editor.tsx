import { placementOf, seasonLimits } from '@hot/domain/format/season-form'
import { moveItem } from '@hot/domain/text/move-item'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { EntityPicker } from '../kit/entity-picker.tsx'
import { CastRow, focusName, type MoveControl } from './cast-row.tsx'
import type { CastEntry } from './season-fields.ts'
import { useDragOrder } from './use-drag-order.ts'
import './cast.css'

const suggestions = [1, 2, 3, 4, 5, 6, 7, 8].map(placementOf)

type Props = { cast: readonly CastEntry[]; onChange: (cast: readonly CastEntry[]) => void }

/** Who takes part, in the order of the season's page, and how it ended for them. */
export function CastEditor({ cast, onChange }: Props) {
  const placementsId = useId()
  const place = useRef<HTMLElement>(null)
  const wanted = useRef<string | null>(null)
  const [said, setSaid] = useState('')
  const { list, drag, handleOf } = useDragOrder((from, to) => onChange(moveItem(cast, from, to)))

  // A row that moves loses the focus with its place in the document.
  useEffect(() => {
    if (!wanted.current) return
    place.current?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(wanted.current)}"]`)?.focus()
    wanted.current = null
  })
  const move = (entry: CastEntry, from: number, to: number, control: MoveControl) => {
    const moved = moveItem(cast, from, to)
    if (moved === cast) return
    wanted.current = focusName(entry.id, control)
    setSaid(`${entry.name} steht jetzt an Stelle ${to + 1}.`)
    onChange(moved)
  }
  const remove = (entry: CastEntry, index: number) => {
    const left = cast.filter(({ id }) => id !== entry.id)
    const next = left[Math.min(index, left.length - 1)]
    if (next) wanted.current = focusName(next.id, 'remove')
    setSaid(`${entry.name} ist nicht mehr im Cast.`)
    onChange(left)
  }
  const add = (star: { id: string; title: string } | null) => {
    if (!star) return
    if (cast.some(({ id }) => id === star.id)) return setSaid(`${star.title} ist schon im Cast.`)
    setSaid(`${star.title} ist jetzt im Cast.`)
    onChange([...cast, { id: star.id, name: star.title, avatarUrl: null, isActive: true, placement: '' }])
  }
  return (
    <section ref={place} className="grid gap-3" aria-label="Cast">
      <h2 className="type-h4">Cast</h2>
      {cast.length < seasonLimits.cast ? (
        <EntityPicker label="Star in den Cast" kind="star" value={null} onChange={add} />
      ) : (
        <p className="meta">Mehr als {seasonLimits.cast} Stars passen in keine Staffel.</p>
      )}
      <p role="status" className="meta min-h-5">
        {said}
      </p>
      {cast.length === 0 && <p className="meta">Noch niemand dabei.</p>}
      <ol ref={list} className="cast-list">
        {cast.map((entry, index) => (
          <CastRow
            key={entry.id}
            entry={entry}
            place={index}
            count={cast.length}
            handle={handleOf(index)}
            state={drag?.from === index ? 'dragged' : drag?.over === index ? 'target' : null}
            placementsId={placementsId}
            onPlacement={(placement) =>
              onChange(cast.map((one) => (one.id === entry.id ? { ...one, placement } : one)))
            }
            onMove={(to, control) => move(entry, index, to, control)}
            onRemove={() => remove(entry, index)}
          />
        ))}
      </ol>
      <datalist id={placementsId}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      {cast.length > 1 && (
        <p>
          <Button
            small
            onClick={() => onChange(cast.map((entry, index) => ({ ...entry, placement: placementOf(index + 1) })))}
          >
            Plätze nach Reihenfolge eintragen
          </Button>
        </p>
      )}
      {cast.length > 0 && <VisuallyHidden>{`${cast.length} im Cast`}</VisuallyHidden>}
    </section>
  )
}
