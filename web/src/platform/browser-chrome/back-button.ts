/** Actions of Android's back button, in this order. */
export type BackSteps = {
  /** Closes the uppermost overlay; false when none is open. */
  closeOverlay: () => boolean
  /** Whether the app itself has opened a page before this one. */
  canGoBack: () => boolean
  goBack: () => void
  leave: () => Promise<void>
}

/** Handles the back button: closes the topmost overlay, else goes back, else leaves the app. */
export function pressBack({ closeOverlay, canGoBack, goBack, leave }: BackSteps): void {
  if (closeOverlay()) return
  if (canGoBack()) goBack()
  else leave().catch(console.warn)
}

const escapeKey = () => new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true })

const openers = 'details[open] > summary, [aria-expanded="true"]'

/**
 * Sends Escape: overlays that close on it (dialogs, search, menus, suggestion lists) handle the event and
 * prevent its default. Browsers close native elements only for a real key press, so those are closed directly.
 * `openPopover` selects them (web/src/ui/overlays/first-pop.ts).
 */
export function closeOverlay(page: Document, openPopover: string): boolean {
  const popover = [...page.querySelectorAll<HTMLElement>(openPopover)].at(-1)
  if (popover) {
    popover.hidePopover()
    return true
  }
  const takes = (target: EventTarget | null) => target !== null && !target.dispatchEvent(escapeKey())
  if (takes(page.activeElement)) return true
  const dialog = [...page.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)
  if (dialog) {
    dialog.close()
    return true
  }
  // On some devices the focus is outside a menu whose button was tapped. What is only unfolded ignores the event.
  return [...page.querySelectorAll(openers)].some(takes)
}
