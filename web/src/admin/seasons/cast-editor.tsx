import type { PickedEntity } from '@hot/domain/contract/admin/staff'
import { moveItem, placementOf, seasonLimits } from '@hot/domain/format/season-form'
import { coupleOf } from '@hot/domain/star/typed-name'
import { Link } from '@tanstack/react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { EntityPicker } from '../kit/entity-picker.tsx'
import { editStarPath } from '../paths.ts'
import { createNamedStar, type NamedStar, namedStars, starFailures } from '../stars/api.ts'
import type { CastEntry } from './api.ts'
import './cast.css'

const newStar = { run: createNamedStar, refusals: starFailures }
const suggestions = [1, 2, 3, 4, 5, 6, 7, 8].map(placementOf)

const newEntry = ({ id, title, hint }: PickedEntity): CastEntry => ({
  id,
  name: title,
  line: hint,
  avatarUrl: null,
  isActive: true,
  placement: '',
})

type CastEditorProps = { cast: readonly CastEntry[]; onChange: (cast: readonly CastEntry[]) => void }

/** Cast members in the order of the season's page, with their placements. */
export function CastEditor({ cast, onChange }: CastEditorProps) {
  const placementsId = useId()
  const place = useRef<HTMLElement>(null)
  const wanted = useRef<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const { list, drag, handleOf } = useDragOrder((from, to) => onChange(moveItem(cast, from, to)))

  // A moved row loses the focus when its DOM node moves.
  useEffect(() => {
    if (!wanted.current) return
    place.current?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(wanted.current)}"]`)?.focus()
    wanted.current = null
  })
  const move = (entry: CastEntry, from: number, to: number, control: MoveControl) => {
    const moved = moveItem(cast, from, to)
    if (moved === cast) return
    wanted.current = focusName(entry.id, control)
    setAnnouncement(`${entry.name} steht jetzt an Stelle ${to + 1}.`)
    onChange(moved)
  }
  const remove = (entry: CastEntry, index: number) => {
    const left = cast.filter(({ id }) => id !== entry.id)
    const next = left[Math.min(index, left.length - 1)]
    if (next) wanted.current = focusName(next.id, 'remove')
    setAnnouncement(`${entry.name} ist nicht mehr im Cast.`)
    onChange(left)
  }
  const isIn = ({ id }: PickedEntity) => cast.some((entry) => entry.id === id)
  const add = (star: PickedEntity | null) => {
    if (!star) return
    if (isIn(star)) return setAnnouncement(`${star.title} ist schon im Cast.`)
    setAnnouncement(`${star.title} ist jetzt im Cast.`)
    onChange([...cast, newEntry(star)])
  }
  const addTwo = (stars: readonly NamedStar[]) => {
    const known = stars.filter(({ isNew }) => !isNew).map(({ title }) => title)
    const both = `${stars.map(({ title }) => title).join(' und ')} sind jetzt im Cast.`
    setAnnouncement(known.length > 0 ? `${both} Schon da: ${known.join(' und ')}.` : both)
    onChange([...cast, ...stars.filter((star) => !isIn(star)).map(newEntry)])
  }
  return (
    <section ref={place} className="grid gap-3" aria-label="Cast">
      <h2 className="type-h4">Cast</h2>
      {cast.length < seasonLimits.cast ? (
        <EntityPicker
          label="Star in den Cast"
          kind="star"
          value={null}
          onChange={add}
          create={newStar}
          couple={{ of: coupleOf, run: namedStars, onChange: addTwo }}
        />
      ) : (
        <p className="meta">Mehr als {seasonLimits.cast} Stars passen in keine Staffel.</p>
      )}
      <p role="status" className="meta min-h-5">
        {announcement}
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

type MoveControl = 'handle' | 'up' | 'down'
type Handle = Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp', (event: PointerEvent<HTMLElement>) => void> & {
  onPointerCancel: () => void
}

type CastRowProps = {
  entry: CastEntry
  place: number
  count: number
  handle: Handle
  /** The row's role in the current drag. */
  state: 'dragged' | 'target' | null
  placementsId: string
  onPlacement: (text: string) => void
  onMove: (to: number, control: MoveControl) => void
  onRemove: () => void
}

const focusName = (id: string, control: MoveControl | 'remove'): string => `${id}:${control}`

/** One cast member: moved by dragging, by arrow keys on the handle or by buttons. */
function CastRow({ entry, place, count, handle, state, placementsId, onPlacement, onMove, onRemove }: CastRowProps) {
  const called = entry.line ? `${entry.name}, ${entry.line}` : entry.name
  const press = (event: KeyboardEvent) => {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onMove(to, 'handle')
  }
  return (
    <li className={classNames('cast-row', state && `cast-row-${state}`)}>
      <IconButton
        label={`${called}: Platz ${place + 1}, mit Pfeiltasten verschieben`}
        className="cast-handle"
        data-focus={focusName(entry.id, 'handle')}
        onKeyDown={press}
        {...handle}
      >
        <Icon of={GripVertical} />
      </IconButton>
      <Avatar id={entry.id} name={entry.name} src={entry.avatarUrl} size={36} />
      <span className="cast-name">
        <Link
          to={editStarPath(entry.id)}
          target="_blank"
          className="link"
          aria-label={`${entry.name} bearbeiten, in neuem Tab`}
        >
          <b>{entry.name}</b>
        </Link>
        {entry.line && <span className="meta block">{entry.line}</span>}
        {!entry.isActive && <span className="meta"> inaktiv</span>}
      </span>
      <input
        className="field-input cast-placement"
        aria-label={`Platzierung von ${called}`}
        placeholder="Platzierung"
        list={placementsId}
        maxLength={seasonLimits.placement}
        value={entry.placement}
        onChange={(event) => onPlacement(event.target.value)}
      />
      <span className="cast-steps">
        {/* Not disabled at the ends: disabling a focused button loses the focus. */}
        <IconButton
          label={`${called} nach oben`}
          data-focus={focusName(entry.id, 'up')}
          aria-disabled={place === 0}
          className="aria-disabled:opacity-40"
          onClick={() => onMove(place - 1, 'up')}
        >
          <Icon of={ArrowUp} />
        </IconButton>
        <IconButton
          label={`${called} nach unten`}
          data-focus={focusName(entry.id, 'down')}
          aria-disabled={place === count - 1}
          className="aria-disabled:opacity-40"
          onClick={() => onMove(place + 1, 'down')}
        >
          <Icon of={ArrowDown} />
        </IconButton>
        <IconButton
          label={`${called} aus dem Cast nehmen`}
          data-focus={focusName(entry.id, 'remove')}
          onClick={onRemove}
        >
          <Icon of={X} />
        </IconButton>
      </span>
    </li>
  )
}

type Drag = { from: number; over: number }

/**
 * Reorders rows by dragging a handle, with mouse or finger: `drag` is the dragged row and where it would land,
 * the move happens on release. Rows are the children of `list`.
 */
function useDragOrder(onMove: (from: number, to: number) => void) {
  const list: RefObject<HTMLOListElement | null> = useRef(null)
  const [drag, setDrag] = useState<Drag | null>(null)

  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    return rows.findIndex(({ top, bottom }) => y >= top && y < bottom)
  }
  const handleOf = (place: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: place, over: place })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const over = drag ? placeAt(event.clientY) : -1
      if (drag && over >= 0 && over !== drag.over) setDrag({ ...drag, over })
    },
    onPointerUp: () => {
      if (drag) onMove(drag.from, drag.over)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  })
  return { list, drag, handleOf }
}
