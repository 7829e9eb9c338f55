/** Whether it takes part in the layout. Safari before version 17.4 has no `checkVisibility`. */
export const isShown = (element: Element): boolean =>
  typeof element.checkVisibility === 'function' ? element.checkVisibility() : element.getClientRects().length > 0

/** What can vanish with the focus in it: an entry of a list, a row of a table, a comment, the tools for what is ticked. */
const rows = 'li, tr, article, fieldset'
const headings = 'h1, h2, h3, h4'

/** Where the focus goes when this element vanishes: its entry, the entries beside it, the heading above; nearest first. */
export function refugesOf(element: Element): Element[] {
  const row = element.closest(rows)
  if (!row) return []
  const outer = row.parentElement ? refugesOf(row.parentElement) : []
  const beside = [row.nextElementSibling, row.previousElementSibling].filter((one) => one?.matches(rows))
  // A section can go with its last entry.
  const above = [headingIn(row.closest('section')), headingIn(row.closest('dialog, [role=dialog], main'))]
  return [row, ...beside, ...outer, ...above].filter((one) => one !== null && one !== undefined)
}

/** The first that is shown, and none of a menu beside the list. */
const headingIn = (place: Element | null): Element | undefined =>
  [...(place?.querySelectorAll(headings) ?? [])].find((one) => isShown(one) && !one.closest('nav'))

/** Focuses the first of these that is still there. */
export function focusRefuge(refuges: readonly Element[]): void {
  const refuge = refuges.find((one) => one.isConnected && isShown(one))
  if (!(refuge instanceof HTMLElement)) return
  if (refuge.tabIndex < 0) refuge.tabIndex = -1
  refuge.focus({ preventScroll: true })
}

const parts = 'form, li, tr, article, section, dialog, [role=dialog], main'
const controls = 'a[href], button, input, select, textarea, summary'

/** The control before this one in its part of the page, else the one after it. */
function controlBeside(element: Element): Element | undefined {
  const around = [...(element.closest(parts)?.querySelectorAll(controls) ?? [])]
  const at = around.indexOf(element)
  const canBeUsed = (one: Element) => !one.matches(':disabled') && isShown(one)
  return around.slice(0, Math.max(at, 0)).findLast(canBeUsed) ?? around.slice(at + 1).find(canBeUsed)
}

/**
 * Whenever the element with the focus is removed or switched off, the focus goes to what stands beside it; browsers would put
 * it on `body`, where the keyboard and screen readers begin from the top. Returns how to stop.
 */
export function keepFocusInLists(): () => void {
  let held = document.activeElement
  let refuges = held ? refugesOf(held) : []
  const note = ({ target }: FocusEvent) => {
    held = target instanceof Element ? target : null
    refuges = held ? refugesOf(held) : []
  }
  const rescue = () => {
    if (!held || (held.isConnected && !held.matches(':disabled'))) return
    // What is switched off keeps the focus until the next frame.
    if (document.activeElement !== document.body && document.activeElement !== held) return
    const beside = held.isConnected && controlBeside(held)
    held = null
    focusRefuge(beside ? [beside, ...refuges] : refuges)
  }
  const observer = new MutationObserver(rescue)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', note)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', note)
  }
}
