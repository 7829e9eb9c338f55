/** What the database writes about decisions and reports, by name; %s for what it fills in. */
export const moderationTexts = {
  asked_author: 'etwas, das du bei HoT veröffentlicht hast',
  asked_reporter: 'deine Meldung bei HoT',
  decide_again: 'Das hat nicht geklappt. Entscheide bitte noch einmal.',
  decided_meanwhile: 'Das wurde inzwischen geändert oder von jemand anderem entschieden. Sieh es dir noch einmal an.',
  deletion_failed: 'Fehler beim Löschen des Beitrags: %s',
  page_gone: 'nicht mehr auf HoT',
  rule_hit: 'Die Regel „%s“ hat angeschlagen.',
  spam: 'Spam oder Werbung.',
  spam_votes: 'Spam',
}
