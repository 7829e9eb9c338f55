/** What the back key of Android may do, in this order. */
export type BackSteps = {
  /** Closes the uppermost overlay; false when none is open. */
  closeOverlay: () => boolean
  /** Whether the app itself has opened a page before this one. */
  canGoBack: () => boolean
  goBack: () => void
  leave: () => Promise<void>
}

/** One press of the back key: closes what lies above the page, else goes back, else leaves the app. */
export function pressBack({ closeOverlay, canGoBack, goBack, leave }: BackSteps): void {
  if (closeOverlay()) return
  if (canGoBack()) goBack()
  else leave().catch(console.warn)
}

const escapeKey = () => new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true })

/**
 * Back is Escape: whatever closes by that key (dialogs, search, menus, lists of suggestions) takes the event, and says so
 * by preventing its default. What browsers close themselves, they close only for a real key: that is asked directly.
 */
export function closeOverlay(page: Document): boolean {
  const popover = [...page.querySelectorAll<HTMLElement>(':popover-open')].at(-1)
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
  // A menu whose button was tapped has the focus elsewhere on some devices. Other details on a page do not listen.
  return [...page.querySelectorAll('details[open] > summary')].some(takes)
}
