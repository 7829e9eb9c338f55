let left = false

/** Requests sent now outlive the page. */
export const pageIsLeft = (): boolean => left

/** From now on, or no longer: a page that comes back from the browser's cache sends as ever. */
export function noteLeaving(leaving: boolean): void {
  left = leaving
}
