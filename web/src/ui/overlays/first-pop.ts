type Listener = (event: PopStateEvent) => void

let first: Listener | undefined

/**
 * To be called before the router is made: listeners of the window are called in the order they were added, so that
 * `hearPopsFirst` can keep a traversal from the router. What it does is loaded with the first overlay.
 * A reload, or the way back from another site, may lead to a step without its overlay: it is left at once.
 */
export function startFirstPop(): void {
  let isStale = window.history.state?.hotOverlay
  if (isStale) window.history.back()
  window.addEventListener('popstate', (event) => {
    if (isStale) event.stopImmediatePropagation()
    else first?.(event)
    isStale = false
  })
}

export const hearPopsFirst = (listener: Listener): void => {
  first = listener
}

/**
 * Selects open popovers; where the browser has none, those of popover-stand-in.ts. An unknown selector would throw. Here, in what
 * every page starts with: in a file of its own it would bring the code of all overlays to whoever only asks this.
 */
export const openPopover = (): string => ('popover' in HTMLElement.prototype ? ':popover-open' : '[data-popover-open]')
