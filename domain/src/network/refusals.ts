/** What the database, the server's limits and, without their answer, the app say of what comes too fast, by hint or `hint.case`. */
export const networkSentences = {
  rate_limited: 'Das war zu viel auf einmal. Warte ein paar Minuten und versuch es dann noch einmal.',
}
