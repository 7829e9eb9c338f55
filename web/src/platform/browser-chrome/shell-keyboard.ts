import { keyboardIsOpen } from './keyboard.ts'

/** What a shell reports of the on-screen keyboard, with its height in px of the page. Each resolves with the way out. */
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
