/** What the database says when it refuses something about what comes too fast, by hint or `hint.case`. */
export const networkSentences = {
  rate_limited: 'Das war zu viel auf einmal. Bitte warte ein paar Minuten.',
}
