import { announce } from '#web/ui/feedback/announce.ts'

/** Says what a choice within the page led to: the link that now is the chosen one, and what the page says of its list. */
export function sayOutcome(): void {
  const pressed = document.activeElement
  const isChosen = pressed?.matches('[aria-current], [aria-sort] *')
  const found = document.querySelector<HTMLElement>('main [data-outcome]')?.dataset.outcome
  const text = [isChosen && `${pressed?.textContent}: ausgewählt.`, found].filter(Boolean).join(' ')
  if (text) announce(text)
}
