/** So far a finger may stray before it means something. */
const slack = 10
/** A swipe counts from this far, or from this fast. */
const farEnough = 90
const fastEnough = 0.5
/** How far a card is drawn until it leans by one degree. */
export const pixelsPerDegree = 40

type Stroke = { dx: number; dy: number; ms: number }
export type SwipeDirection = 'left' | 'right'

/** Sideways rather than down, so that scrolling stays scrolling. */
const isSideways = ({ dx, dy }: Pick<Stroke, 'dx' | 'dy'>): boolean =>
  Math.abs(dx) > slack && Math.abs(dx) > Math.abs(dy)

/** What a finished stroke means; null for one that was too short and slow, or went down. */
export function swipeOf(stroke: Stroke): SwipeDirection | null {
  const { dx, ms } = stroke
  if (!isSideways(stroke)) return null
  const fast = Math.abs(dx) > 3 * slack && Math.abs(dx) / Math.max(1, ms) >= fastEnough
  if (Math.abs(dx) < farEnough && !fast) return null
  return dx < 0 ? 'left' : 'right'
}

/** Lets a card be drawn by a finger, pen or mouse. Returns the way out. The card needs `touch-action: pan-y`. */
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
  // The end of a drag over an answer is no answer.
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
