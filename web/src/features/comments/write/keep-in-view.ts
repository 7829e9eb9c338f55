/** Keeps a form in sight while an on-screen keyboard rises and covers the lower half. Returns the way out. */
export function keepInView(form: HTMLElement): () => void {
  const look = () => {
    if (form.contains(document.activeElement)) form.scrollIntoView({ block: 'nearest' })
  }
  look()
  // Where the keyboard lies over the page only the visual viewport tells; elsewhere the window shrinks.
  const viewport: EventTarget = window.visualViewport ?? window
  viewport.addEventListener('resize', look)
  return () => viewport.removeEventListener('resize', look)
}
