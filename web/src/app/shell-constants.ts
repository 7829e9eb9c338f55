/** Specification §9 Toasts: at most three at once; the app's own and those of signing in stay for different times (ms). */
export const toastLimit = 3
export const toastDuration = { app: 3500, signIn: 4000 } as const

/** Specification §9 Layout: tooltips wait this long; moving on to the next one within the second time skips the wait (ms). */
export const tooltipDelay = 700
export const tooltipSkipDelay = 300

/** Specification §8: a logged stack ends here (characters). */
export const loggedStackLength = 500
