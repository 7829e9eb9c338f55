import { useEffect, useRef } from 'react'

/** How far a finger may move before it counts as a gesture. */
const slack = 10
/** A swipe counts from this distance, or from this speed. */
const farEnough = 90
const fastEnough = 0.5
/** Drag distance per degree of rotation. */
const pixelsPerDegree = 40

type Stroke = { dx: number; dy: number; ms: number }
export type SwipeDirection = 'left' | 'right'

/** Sideways rather than down, so that scrolling stays scrolling. */
const isSideways = ({ dx, dy }: Pick<Stroke, 'dx' | 'dy'>): boolean =>
  Math.abs(dx) > slack && Math.abs(dx) > Math.abs(dy)

/** Interprets a finished stroke; null if it was too short and slow, or vertical. */
export function swipeOf(stroke: Stroke): SwipeDirection | null {
  const { dx, ms } = stroke
  if (!isSideways(stroke)) return null
  const fast = Math.abs(dx) > 3 * slack && Math.abs(dx) / Math.max(1, ms) >= fastEnough
  if (Math.abs(dx) < farEnough && !fast) return null
  return dx < 0 ? 'left' : 'right'
}

/** Lets a card be dragged by finger, pen or mouse. Returns the cleanup. The card needs `touch-action: pan-y`. */
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
  // Ending a drag over an answer must not select it.
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

/** Animates a copy of the card off to the side, over the next card. Not with reduced motion. */
export function flyAway(card: Element | null | undefined, direction: 'left' | 'right', dx: number): void {
  if (!card || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.inert = true
  ghost.setAttribute('aria-hidden', 'true')
  ghost.classList.add('voting-ghost')
  // Radios of one name form a group across the document: the copy must not clear the selection.
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

/** What a key does: arrows page through the stack, digits answer. Null: nothing. */
export function keyIntent({ key, ctrlKey, metaKey, altKey }: Key): KeyIntent | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'ArrowRight') return { type: 'next' }
  if (key === 'ArrowLeft') return { type: 'back' }
  return /^[1-5]$/.test(key) ? { type: 'answer', value: Number(key) } : null
}

/** Whether the key belongs to something else on the page: a text field, a menu, a dialog. */
const isBusyTarget = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=radio]), textarea, select, [role=dialog], [role=menu], [role=tablist]') !== null

/** Listens on the whole page, so that nothing has to be focused first. */
export function useVotingKeys(onIntent: (intent: KeyIntent) => void): void {
  const act = useRef(onIntent)
  act.current = onIntent
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const intent = event.defaultPrevented || isBusyTarget(event.target) ? null : keyIntent(event)
      if (!intent) return
      // Arrows would otherwise move the answer in focus as well.
      event.preventDefault()
      act.current(intent)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
