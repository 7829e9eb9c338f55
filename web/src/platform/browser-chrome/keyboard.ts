/** Missing height of more than this is an on-screen keyboard and not just a bar of suggestions (px). */
const keyboardThreshold = 150

export const keyboardIsOpen = (layoutHeight: number, visibleHeight: number): boolean =>
  layoutHeight - visibleHeight > keyboardThreshold

/** Marks <html data-keyboard> while an on-screen keyboard covers the page, so that the bottom bar can step aside. */
export function watchKeyboard(): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  // The layout viewport may shrink with the keyboard as well; the tallest height seen at this width is the measure.
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
  /** It begins to rise. */
  onRise(listener: (height: number) => void): Promise<() => void>
  /** It has risen, and the page has its new height. */
  onRisen(listener: () => void): Promise<() => void>
  /** It begins to go. */
  onFall(listener: () => void): Promise<() => void>
}

type Following = {
  keyboard: KeyboardEvents
  /** Marks the page, so that the bottom bar steps aside; browsers tell it by the page's height, which comes later. */
  mark: (open: boolean) => void
  /** Brings what is written into sight. */
  showWriting: () => void
}

/** Follows the keyboard of a shell. A bar with suggestions for a keyboard of keys is lower than the threshold. */
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

/** The whole form with its button, where there is room for it beside the keyboard; else the field. */
export function bringIntoSight(field: Box, form: Box | null, visibleHeight: number): void {
  const fits = form !== null && form.getBoundingClientRect().height <= visibleHeight
  const shown = fits ? form : field
  shown.scrollIntoView({ block: 'nearest' })
}
