/** If the visible height shrinks by more than this, an on-screen keyboard is open, not just a suggestion bar (px). */
const keyboardThreshold = 150

/** Whether an on-screen keyboard covers the page (heights in px). */
export const keyboardIsOpen = (layoutHeight: number, visibleHeight: number): boolean =>
  layoutHeight - visibleHeight > keyboardThreshold

/** Sets <html data-keyboard> while an on-screen keyboard covers the page, so that the bottom bar is hidden. */
export function watchKeyboard(): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  // The layout viewport may shrink with the keyboard too, so compare with the largest height at this width.
  let tallest = window.innerHeight
  let width = window.innerWidth
  const check = () => {
    if (window.innerWidth !== width) {
      width = window.innerWidth
      tallest = window.innerHeight
    }
    tallest = Math.max(tallest, window.innerHeight)
    document.documentElement.toggleAttribute('data-keyboard', keyboardIsOpen(tallest, viewport.height * viewport.scale))
  }
  viewport.addEventListener('resize', check)
  return () => viewport.removeEventListener('resize', check)
}

/**
 * Gives an element that is fixed to the bottom the height in `--keyboard` by which an on-screen keyboard covers the
 * page: in most browsers only the visual viewport shrinks. A ref callback: returns its cleanup.
 */
export function stayAboveKeyboard(element: HTMLElement | null): () => void {
  const viewport = window.visualViewport
  if (!viewport || !element) return () => {}
  const measure = () => {
    // Magnified pages show a part of the layout as well; the bar then stays where it is.
    const covered = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.offsetTop - viewport.height
    element.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
  }
  measure()
  viewport.addEventListener('resize', measure)
  viewport.addEventListener('scroll', measure)
  return () => {
    viewport.removeEventListener('resize', measure)
    viewport.removeEventListener('scroll', measure)
  }
}

/**
 * A shell's events of the on-screen keyboard; heights in CSS px. Each method resolves with the unsubscribe function.
 */
export type KeyboardEvents = {
  /** It begins to open. */
  onWillShow(listener: (height: number) => void): Promise<() => void>
  /** It is open, and the page has its new height. */
  onDidShow(listener: () => void): Promise<() => void>
  /** It begins to close. */
  onWillHide(listener: () => void): Promise<() => void>
}

type FollowOptions = {
  keyboard: KeyboardEvents
  /** Hides the bottom bar; in browsers this follows from the page's height, which changes later. */
  mark: (open: boolean) => void
  /** Scrolls the focused field into view. */
  scrollToField: () => void
}

/** Follows the on-screen keyboard of a shell. The suggestion bar of a hardware keyboard is below the threshold. */
export async function followKeyboard({ keyboard, mark, scrollToField }: FollowOptions): Promise<() => void> {
  const stops = await Promise.all([
    keyboard.onWillShow((height) => mark(keyboardIsOpen(height, 0))),
    keyboard.onDidShow(scrollToField),
    keyboard.onWillHide(() => mark(false)),
  ])
  return () => {
    for (const stop of stops) stop()
  }
}

type Box = { getBoundingClientRect(): { height: number }; scrollIntoView(options: ScrollIntoViewOptions): void }

/** Scrolls to the whole form with its button if it fits above the keyboard, else to the field. */
export function scrollFieldIntoView(field: Box, form: Box | null, visibleHeight: number): void {
  const fits = form !== null && form.getBoundingClientRect().height <= visibleHeight
  const shown = fits ? form : field
  shown.scrollIntoView({ block: 'nearest' })
}
