import { createStore, useStore } from '#web/create-store.ts'

/** Where a form can stand: above the comments, below a thread, or in place of a comment. */
export type FormPlace = 'new' | `reply:${string}` | `edit:${string}`
export type OpenForm = {
  place: FormPlace
  /** Whom an answer to a reply names. */
  mention?: string | undefined
}

const store = createStore<OpenForm | null>(null)
let opener: HTMLElement | null = null

/** Opens a form and closes the one that was open; what was typed there is stored as its draft. */
export function openForm(form: OpenForm): void {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  store.set(form)
}

/** What had the focus when the form was opened. */
export const openedFrom = (): HTMLElement | null => opener

export const closeForm = (): void => store.set(null)

/** The form at this place while it is open. A store, because thousands of comments ask and two of them change. */
export const useOpenForm = (place: FormPlace): OpenForm | null =>
  useStore(store, (open) => (open?.place === place ? open : null))
