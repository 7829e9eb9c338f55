import { tooltipDelay, tooltipSkipDelay } from './tooltip-timing.ts'

/** How long to wait before a tooltip shows (ms): not at all shortly after another one was left. */
export const waitBeforeTooltip = (now: number, lastHidden: number): number =>
  now - lastHidden < tooltipSkipDelay ? 0 : tooltipDelay
