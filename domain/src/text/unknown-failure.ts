/** Said where nothing more exact is known about a failure; what to do follows, or a button that tries again. */
export const unknownFailure = 'Ein unbekannter Fehler ist aufgetreten'
