/** Tooltips wait this long; moving on to the next one within the second time skips the wait (ms). */
export const tooltipDelay = 700
export const tooltipSkipDelay = 300

/** A logged stack ends here (characters). */
export const loggedStackLength = 500
