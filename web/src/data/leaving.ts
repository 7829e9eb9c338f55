let left = false

/** Requests sent now outlive the page. */
export const pageIsLeft = (): boolean => left

/** Loads what a request needs, so that the last one can go out while the page is being left. */
export function expectLeaving(): void {
  for (const part of [import('./access-token.ts'), import('./ask-function.ts'), import('./retry-writes.ts')])
    part.catch(() => {})
}

/** Does something on the way out. A page that comes back from the browser's cache sends as ever. */
export function leavePage(act: () => void): void {
  left = true
  window.addEventListener(
    'pageshow',
    () => {
      left = false
    },
    { once: true },
  )
  act()
}
