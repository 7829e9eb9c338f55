import { openPopover } from './first-pop.ts'

/** Delay before a tooltip is shown; it is skipped when another was hidden less than `tooltipSkipDelay` ago (ms). */
const tooltipDelay = 700
const tooltipSkipDelay = 300

/**
 * How long to wait before a tooltip is shown (ms); 0 shortly after another was hidden. Arguments in ms of one clock.
 */
export const waitBeforeTooltip = (now: number, lastHidden: number): number =>
  now - lastHidden < tooltipSkipDelay ? 0 : tooltipDelay

const gap = 6

function makeLayer(): HTMLElement {
  const layer = document.createElement('div')
  layer.className = 'tooltip'
  layer.setAttribute('popover', 'manual')
  // Screen readers already get the same text as the control's name.
  layer.ariaHidden = 'true'
  layer.style.cssText = 'position:fixed;inset:auto;margin:0'
  document.body.append(layer)
  return layer
}

function place(layer: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect()
  const left = at.left + at.width / 2 - layer.offsetWidth / 2
  const fitsBelow = at.bottom + gap + layer.offsetHeight < window.innerHeight
  layer.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - layer.offsetWidth - gap))}px`
  layer.style.top = `${fitsBelow ? at.bottom + gap : at.top - gap - layer.offsetHeight}px`
}

/**
 * Creates the element that shows all tooltips of the page. Call the returned function when the pointer or the focus
 * moves to an element with a tooltip, or away from one (null).
 */
export function startTooltips(): (anchor: Element | null, immediately: boolean) => void {
  const layer = makeLayer()
  let anchor: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastHidden = Number.NEGATIVE_INFINITY

  const hide = () => {
    clearTimeout(timer)
    if (layer.matches(openPopover())) {
      layer.hidePopover()
      lastHidden = performance.now()
    }
  }
  const show = () => {
    // The open menu is below its button, where the tooltip would be.
    if (!anchor?.isConnected || anchor.matches('[open] > summary')) return
    layer.textContent = anchor.getAttribute('data-tooltip')
    layer.showPopover()
    place(layer, anchor)
  }
  for (const end of ['pointerdown', 'scroll', 'keydown'] as const)
    document.addEventListener(end, hide, { capture: true, passive: true })

  return (next, immediately) => {
    // Whoever moves the pointer onto the text, to magnify or read it, keeps it.
    if (next === anchor || next === layer) return
    hide()
    anchor = next
    if (anchor) timer = setTimeout(show, immediately ? 0 : waitBeforeTooltip(performance.now(), lastHidden))
  }
}
