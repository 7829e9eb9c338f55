import { pixelsPerDegree } from './swipe.ts'

const flightMs = 180

/** Lets a copy of the card fly off to the side it was sent to; the next card is there already. Not for who wants calm. */
export function flyAway(card: Element | null | undefined, direction: 'left' | 'right', dx: number): void {
  if (!card || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.inert = true
  ghost.setAttribute('aria-hidden', 'true')
  ghost.classList.add('voting-ghost')
  // Radios of one name are one group in the whole document: the copy must not take the choice away.
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
