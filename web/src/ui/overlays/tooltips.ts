import { tooltipOwner } from './tooltip-delay.ts'

type Reach = (reached: EventTarget | null, atOnce: boolean) => void

/**
 * Shows the text of `data-tooltip`: for the mouse after a delay, for keyboard focus immediately.
 * The code that does it is loaded when the first such element is reached. Returns the cleanup.
 */
export function watchTooltips(): () => void {
  let reach: Reach | undefined
  let loading = false
  const load = async (reached: EventTarget | null, atOnce: boolean) => {
    loading = true
    const { startTooltips } = await import('./tooltip-layer.ts')
    reach = startTooltips()
    reach(reached, atOnce)
  }
  const onReach = (reached: EventTarget | null, atOnce: boolean) => {
    if (reach) reach(reached, atOnce)
    // A tooltip that cannot be loaded is not missed: the control's name says the same.
    else if (!loading && tooltipOwner(reached)) load(reached, atOnce).catch(() => {})
  }
  const onPointer = (event: PointerEvent) => event.pointerType === 'mouse' && onReach(event.target, false)
  const onFocus = (event: FocusEvent) => {
    const byKeyboard = event.target instanceof Element && event.target.matches(':focus-visible')
    onReach(byKeyboard ? event.target : null, true)
  }
  document.addEventListener('pointerover', onPointer)
  document.addEventListener('focusin', onFocus)
  return () => {
    document.removeEventListener('pointerover', onPointer)
    document.removeEventListener('focusin', onFocus)
  }
}
