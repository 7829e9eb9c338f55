type Show = (owner: Element | null, immediately: boolean) => void

/** The element with `data-tooltip` at or around `target`. */
const tooltipOwner = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-tooltip], .tooltip') : null

/**
 * Shows the text of `data-tooltip`: for the mouse after a delay, for keyboard focus immediately.
 * Its code is loaded when the pointer or the focus first reaches such an element. Returns the cleanup.
 */
export function watchTooltips(): () => void {
  let show: Show | undefined
  let loading = false
  const load = async (owner: Element, immediately: boolean) => {
    loading = true
    const { startTooltips } = await import('./tooltip-layer.ts')
    show = startTooltips()
    show(owner, immediately)
  }
  const moveTo = (target: EventTarget | null, immediately: boolean) => {
    const owner = tooltipOwner(target)
    if (show) show(owner, immediately)
    // Tooltips are optional: the control's name has the same text.
    else if (!loading && owner) load(owner, immediately).catch(() => {})
  }
  const onPointer = (event: PointerEvent) => event.pointerType === 'mouse' && moveTo(event.target, false)
  const onFocus = (event: FocusEvent) => {
    const byKeyboard = event.target instanceof Element && event.target.matches(':focus-visible')
    moveTo(byKeyboard ? event.target : null, true)
  }
  document.addEventListener('pointerover', onPointer)
  document.addEventListener('focusin', onFocus)
  return () => {
    document.removeEventListener('pointerover', onPointer)
    document.removeEventListener('focusin', onFocus)
  }
}
