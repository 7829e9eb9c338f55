/** A height loss above this is an on-screen keyboard, not just a suggestion bar (px). */
const keyboardThreshold = 150

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

/** What a shell reports of the on-screen keyboard, with its height in px of the page. Each resolves with the unsubscribe function. */
export type KeyboardEvents = {
  /** It begins to open. */
  onRise(listener: (height: number) => void): Promise<() => void>
  /** It is open, and the page has its new height. */
  onRisen(listener: () => void): Promise<() => void>
  /** It begins to close. */
  onFall(listener: () => void): Promise<() => void>
}

type Following = {
  keyboard: KeyboardEvents
  /** Hides the bottom bar; in browsers this follows from the page's height, which changes later. */
  mark: (open: boolean) => void
  /** Scrolls the focused field into view. */
  showWriting: () => void
}

/** Follows the keyboard of a shell. The suggestion bar of a hardware keyboard is below the threshold. */
export async function followKeyboard({ keyboard, mark, showWriting }: Following): Promise<() => void> {
  const stops = await Promise.all([
    keyboard.onRise((height) => mark(keyboardIsOpen(height, 0))),
    keyboard.onRisen(showWriting),
    keyboard.onFall(() => mark(false)),
  ])
  return () => {
    for (const stop of stops) stop()
  }
}

type Box = { getBoundingClientRect(): { height: number }; scrollIntoView(options: ScrollIntoViewOptions): void }

/** Scrolls to the whole form with its button if it fits above the keyboard, else to the field. */
export function bringIntoSight(field: Box, form: Box | null, visibleHeight: number): void {
  const fits = form !== null && form.getBoundingClientRect().height <= visibleHeight
  const shown = fits ? form : field
  shown.scrollIntoView({ block: 'nearest' })
}
