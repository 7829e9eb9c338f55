import { announce } from '../feedback/announce.ts'

/** What a list was before more was asked for. */
export type ListBefore = { items: number; pages: number }

const countIn = (page: unknown): number =>
  typeof page === 'object' && page !== null && 'items' in page && Array.isArray(page.items) ? page.items.length : 0

/**
 * Puts the focus on the first new item of a list and says how many have come. If loading failed, the button to try again
 * gets it. Loaded when somebody has pressed for more.
 */
export function goOn(footer: Element, items: readonly Element[], was: ListBefore, pages: readonly unknown[]): void {
  const { activeElement } = document
  // Somewhere else by now. What is around the list has it where the button was taken away before this was loaded.
  if (activeElement && !activeElement.contains(footer) && !footer.contains(activeElement)) return
  const added = pages.slice(was.pages).reduce<number>((sum, page) => sum + countIn(page), 0)
  const isAfter = (item: Element) => footer.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_FOLLOWING
  const first = items[was.items - items.filter(isAfter).length]
  if (pages.length === was.pages) {
    footer.querySelector('button')?.focus()
    return
  }
  announce(added ? `${added} weitere geladen.` : 'Weitere geladen.')
  if (!(first instanceof HTMLElement) || isAfter(first)) return
  first.tabIndex = -1
  first.focus({ preventScroll: true })
}
