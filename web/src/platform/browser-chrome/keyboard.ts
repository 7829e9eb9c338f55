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
