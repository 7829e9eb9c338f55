import { useEffect, useRef } from 'react'
import { letterKeysOn } from '#web/platform/storage/letter-keys.ts'

/** A pointer may move this far before it counts as a gesture (px). */
const touchSlop = 10
/** A swipe counts from this distance (px), or from this speed (px/ms). */
const minDistance = 90
const minSpeed = 0.5
/** Distance per degree of rotation while dragging (px). */
const pixelsPerDegree = 40

type Stroke = { dx: number; dy: number; ms: number }
export type SwipeDirection = 'left' | 'right'

/** Whether a stroke is more horizontal than vertical, so that vertical ones scroll. */
const isSideways = ({ dx, dy }: Pick<Stroke, 'dx' | 'dy'>): boolean =>
  Math.abs(dx) > touchSlop && Math.abs(dx) > Math.abs(dy)

/** The direction of a finished stroke; null if it was vertical, or too short and too slow. */
export function swipeOf(stroke: Stroke): SwipeDirection | null {
  const { dx, ms } = stroke
  if (!isSideways(stroke)) return null
  const fast = Math.abs(dx) > 3 * touchSlop && Math.abs(dx) / Math.max(1, ms) >= minSpeed
  if (Math.abs(dx) < minDistance && !fast) return null
  return dx < 0 ? 'left' : 'right'
}

/** Makes a card draggable by finger, pen or mouse; it needs `touch-action: pan-y`. Returns the cleanup function. */
export function followSwipes(card: HTMLElement, onSwipe: (direction: SwipeDirection, dx: number) => void): () => void {
  let start: { id: number; x: number; y: number; at: number } | null = null
  let drawn = false
  const stroke = (event: PointerEvent): Stroke => ({
    dx: event.clientX - (start?.x ?? 0),
    dy: event.clientY - (start?.y ?? 0),
    ms: event.timeStamp - (start?.at ?? 0),
  })
  const place = (dx: number) => {
    card.style.setProperty('--dx', `${dx}px`)
    card.style.setProperty('--tilt', `${dx / pixelsPerDegree}deg`)
  }
  const down = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return
    start = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp }
    drawn = false
  }
  const move = (event: PointerEvent) => {
    if (start?.id !== event.pointerId) return
    if (!drawn && isSideways(stroke(event))) {
      drawn = true
      card.setPointerCapture(event.pointerId)
      card.dataset.drawn = ''
    }
    if (drawn) place(stroke(event).dx)
  }
  const end = (event: PointerEvent) => {
    if (start?.id !== event.pointerId) return
    const direction = event.type === 'pointerup' && drawn ? swipeOf(stroke(event)) : null
    const { dx } = stroke(event)
    start = null
    delete card.dataset.drawn
    place(0)
    if (direction) onSwipe(direction, dx)
  }
  // A drag that ends over an answer must not select it.
  const click = (event: MouseEvent) => {
    if (drawn) event.preventDefault()
    drawn = false
  }
  const stop = new AbortController()
  const { signal } = stop
  card.addEventListener('pointerdown', down, { signal })
  card.addEventListener('pointermove', move, { signal })
  card.addEventListener('pointerup', end, { signal })
  card.addEventListener('pointercancel', end, { signal })
  card.addEventListener('click', click, { signal, capture: true })
  return () => stop.abort()
}

const flightMs = 180

/** Moves a copy of the card off to the side, above the next card. Does nothing with reduced motion. */
export function flyAway(card: Element | null | undefined, direction: 'left' | 'right', dx: number): void {
  if (!card || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.inert = true
  ghost.setAttribute('aria-hidden', 'true')
  ghost.classList.add('voting-ghost')
  // Removed, because radios of one name are one group: those of the copy would clear the card's selection.
  for (const radio of ghost.querySelectorAll('input')) radio.remove()
  card.parentElement?.append(ghost)
  const side = direction === 'left' ? -1 : 1
  const flight = ghost.animate(
    [
      { transform: `translateX(${dx}px) rotate(${dx / pixelsPerDegree}deg)` },
      { transform: `translateX(${side * 120}%) rotate(${side * 9}deg)`, opacity: 0 },
    ],
    { duration: flightMs, easing: 'ease-in' },
  )
  const end = () => ghost.remove()
  flight.finished.then(end, end)
}

type KeyIntent = { type: 'next' | 'back' } | { type: 'answer'; value: number }

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What a key does: arrows move through the cards, digits answer. Null for other keys. */
export function keyIntent({ key, ctrlKey, metaKey, altKey }: Key): KeyIntent | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'ArrowRight') return { type: 'next' }
  if (key === 'ArrowLeft') return { type: 'back' }
  return /^[1-5]$/.test(key) && letterKeysOn() ? { type: 'answer', value: Number(key) } : null
}

/** Whether a key is meant for something else: a field, a menu, a dialog, tabs. */
const isBusyTarget = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=radio]), textarea, select, [role=dialog], [role=menu], [role=tablist]') !== null

/** Keyboard shortcuts of the voting page, wherever the focus is. */
export function useVotingKeys(onIntent: (intent: KeyIntent) => void): void {
  const act = useRef(onIntent)
  act.current = onIntent
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const intent = event.defaultPrevented || isBusyTarget(event.target) ? null : keyIntent(event)
      if (!intent) return
      // Arrows would otherwise also change the focused answer.
      event.preventDefault()
      act.current(intent)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
