import { seasonLimits } from '@hot/domain/format/season-form'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import type { CastEntry } from './season-fields.ts'

export type MoveControl = 'handle' | 'up' | 'down'
type Handle = Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp', (event: PointerEvent<HTMLElement>) => void> & {
  onPointerCancel: () => void
}

type Props = {
  entry: CastEntry
  place: number
  count: number
  handle: Handle
  /** What dragging does to this row now. */
  state: 'dragged' | 'target' | null
  placementsId: string
  onPlacement: (text: string) => void
  onMove: (to: number, control: MoveControl) => void
  onRemove: () => void
}

export const focusName = (id: string, control: MoveControl | 'remove'): string => `${id}:${control}`

/** One of the cast: dragged, moved by arrow keys on its handle or by buttons. */
export function CastRow({ entry, place, count, handle, state, placementsId, onPlacement, onMove, onRemove }: Props) {
  const press = (event: KeyboardEvent) => {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onMove(to, 'handle')
  }
  return (
    <li className={classNames('cast-row', state && `cast-row-${state}`)}>
      <IconButton
        label={`${entry.name}: Platz ${place + 1}, mit Pfeiltasten verschieben`}
        className="cast-handle"
        data-focus={focusName(entry.id, 'handle')}
        onKeyDown={press}
        {...handle}
      >
        <Icon of={GripVertical} />
      </IconButton>
      <Avatar id={entry.id} name={entry.name} src={entry.avatarUrl} size={36} />
      <span className="cast-name">
        <b>{entry.name}</b>
        {!entry.isActive && <span className="meta"> inaktiv</span>}
      </span>
      <input
        className="field-input cast-placement"
        aria-label={`Platzierung von ${entry.name}`}
        placeholder="Platzierung"
        list={placementsId}
        maxLength={seasonLimits.placement}
        value={entry.placement}
        onChange={(event) => onPlacement(event.target.value)}
      />
      <span className="cast-steps">
        {/* Not disabled at the ends: the focus would be lost with the last step. */}
        <IconButton
          label={`${entry.name} nach oben`}
          data-focus={focusName(entry.id, 'up')}
          aria-disabled={place === 0}
          className="aria-disabled:opacity-40"
          onClick={() => onMove(place - 1, 'up')}
        >
          <Icon of={ArrowUp} />
        </IconButton>
        <IconButton
          label={`${entry.name} nach unten`}
          data-focus={focusName(entry.id, 'down')}
          aria-disabled={place === count - 1}
          className="aria-disabled:opacity-40"
          onClick={() => onMove(place + 1, 'down')}
        >
          <Icon of={ArrowDown} />
        </IconButton>
        <IconButton
          label={`${entry.name} aus dem Cast nehmen`}
          data-focus={focusName(entry.id, 'remove')}
          onClick={onRemove}
        >
          <Icon of={X} />
        </IconButton>
      </span>
    </li>
  )
}
