/** Said where nothing more exact is known about a failure; what to do follows, or a button that tries again. */
export const unknownFailureText = 'Ein unbekannter Fehler ist aufgetreten.'
/** The same as a heading. */
export const unknownFailure = unknownFailureText.slice(0, -1)
/** Said wherever an answer shows that nobody is signed in any more. */
export const sessionGone = 'Deine Anmeldung ist abgelaufen. Melde dich neu an.'

/** What the database, the server's limits and, without their answer, the app say of what comes too fast, by hint or `hint.case`. */
export const networkSentences = {
  rate_limited: 'Das war zu viel auf einmal. Warte ein paar Minuten und versuch es dann noch einmal.',
}
