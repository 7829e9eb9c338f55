/** Specification §9 Layout: tooltips wait this long; moving on to the next one within the second time skips the wait (ms). */
export const tooltipDelay = 700
export const tooltipSkipDelay = 300

/** Specification §8: a logged stack ends here (characters). */
export const loggedStackLength = 500
