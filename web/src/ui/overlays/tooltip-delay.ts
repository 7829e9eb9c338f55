/** Tooltips wait this long; moving on to the next one within the second time skips the wait (ms). */
const tooltipDelay = 700
const tooltipSkipDelay = 300

/** How long to wait before a tooltip shows (ms): not at all shortly after another one was left. */
export const waitBeforeTooltip = (now: number, lastHidden: number): number =>
  now - lastHidden < tooltipSkipDelay ? 0 : tooltipDelay

/** The element whose `data-tooltip` is meant when the pointer or the focus is at `reached`. */
export const tooltipOwner = (reached: EventTarget | null): Element | null =>
  reached instanceof Element ? reached.closest('[data-tooltip]') : null
