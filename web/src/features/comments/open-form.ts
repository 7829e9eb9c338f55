import { createStore, useStore } from '#web/create-store.ts'

/** Where a form can be: above the comments, below a thread, or in place of a comment. */
export type FormPlace = 'new' | `reply:${string}` | `edit:${string}`
export type OpenForm = {
  place: FormPlace
  /** The nickname a reply to a reply mentions. */
  mention?: string | undefined
  /** The comment that is answered, which the form can quote, and what of it was selected when the form was opened. */
  answered?: { id: string; content: string; selected: string }
}

const store = createStore<OpenForm | null>(null)
let opener: HTMLElement | null = null

/** Opens a form and closes the one that was open, whose text remains stored as a draft. */
export function openForm(form: OpenForm): void {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  store.set(form)
}

/** What is selected inside the comment, if anything. */
export function selectedIn(id: string): string {
  const selection = document.getSelection()
  const text = document.querySelector(`[id="kommentar-${id}"] > div > .comment-text`)
  return selection && text?.contains(selection.anchorNode) && text.contains(selection.focusNode) ? `${selection}` : ''
}

/** The element that had the focus when the form was opened. */
export const openedFrom = (): HTMLElement | null => opener

/** Closes the open form; its draft remains stored. */
export const closeForm = (): void => store.set(null)

/** Whether a form is open, anywhere. */
export const useIsWriting = (): boolean => useStore(store, (open) => open !== null)

/**
 * The form at this place while it is open. From a store, because thousands of comments subscribe and only two change.
 */
export const useOpenForm = (place: FormPlace): OpenForm | null =>
  useStore(store, (open) => (open?.place === place ? open : null))
