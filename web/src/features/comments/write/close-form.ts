import { closeForm, openedFrom } from '../open-form.ts'

/** Closes the form and gives the focus back to what opened it, or to what took its place. */
export function leaveForm(): void {
  const opener = openedFrom()
  closeForm()
  // After the next drawing: the button above the comments comes back only then.
  requestAnimationFrame(() => {
    const place = opener?.checkVisibility() ? opener : document.querySelector<HTMLElement>('#kommentare .write-comment')
    place?.focus({ preventScroll: true })
  })
}
