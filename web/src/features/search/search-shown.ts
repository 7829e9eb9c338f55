import { createStore } from '#web/create-store.ts'

/** Of the search's `<dialog>`; buttons name it in `commandfor`, which works before the app runs. */
export const searchId = 'globale-suche'

/** Whether the search is open, for who draws it. It may be wanted before it is drawn. */
export const searchShown = createStore(false)

const drawn = () => document.querySelector<HTMLDialogElement>(`#${searchId}`)

/** Whether it was opened while nobody listened yet: by the browser, before the app ran. */
export const isSearchOpen = (): boolean => drawn()?.open === true

/** By Escape, or a button before its part of the page was hydrated. The event comes late: it may be open again by then. */
const onClosed = () => searchShown.set(isSearchOpen())

/** In the press itself, or the phone shows no keyboard. */
export function showSearch(): void {
  const dialog = drawn()
  if (dialog && !dialog.open) dialog.showModal()
  dialog?.addEventListener('close', onClosed)
  searchShown.set(true)
}

export function hideSearch(): void {
  drawn()?.close()
  searchShown.set(false)
}
