/** Selects open popovers; where the browser has none, those of popover-stand-in.ts. An unknown selector would throw. */
export const openPopover = (): string => ('popover' in HTMLElement.prototype ? ':popover-open' : '[data-popover-open]')
