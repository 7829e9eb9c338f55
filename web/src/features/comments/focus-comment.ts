/** Focuses the comment and scrolls it into view; false if it is not rendered (yet). */
export function focusComment(id: string, block: ScrollLogicalPosition = 'nearest'): boolean {
  const element = document.getElementById(`kommentar-${id}`)
  if (!element) return false
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block })
  return true
}

/** The same, once it is rendered: in one of the next frames. */
export function focusSoon(id: string, block: ScrollLogicalPosition, frames = 30): void {
  requestAnimationFrame(() => {
    if (!focusComment(id, block) && frames > 0) focusSoon(id, block, frames - 1)
  })
}
