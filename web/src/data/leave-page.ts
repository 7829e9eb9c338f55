import { noteLeaving } from './leaving.ts'

/** Loads what a request needs, so that the last one can go out while the page is being left. */
export function expectLeaving(): void {
  for (const part of [import('./access-token.ts'), import('./ask-function.ts'), import('./retry-writes.ts')])
    part.catch(() => {})
}

/** Does something on the way out. */
export function leavePage(act: () => void): void {
  noteLeaving(true)
  window.addEventListener('pageshow', () => noteLeaving(false), { once: true })
  act()
}
