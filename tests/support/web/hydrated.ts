/**
 * React hydrates lazily loaded parts later than the rest; hydrated elements carry React's property. A part that this
 * screen does not show, or that waits until it is scrolled to, may stay unhydrated, and so may one of plain links whose
 * code is loaded on demand (ADR 048). Runs in the page, alone.
 */
export const isEveryControlHydrated = (): boolean =>
  [...document.querySelectorAll('a, button, input, textarea, select')].every(
    (control) =>
      control.checkVisibility?.() === false ||
      control.closest('[data-asleep], [data-on-demand]') ||
      Object.keys(control).some((key) => key.startsWith('__reactProps')),
  )
