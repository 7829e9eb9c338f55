import { spoilerStandIn } from './plain-text.ts'

/** Texts that the database writes, by noun and name; %s for what it fills in. `npm run words` writes them into SQL. */

export const calendarTexts = {
  episode: 'Folge %s',
  on_day: '%s am %s',
}

export const commentTexts = {
  approved: 'Kommentar freigegeben',
  deleted_by_team: 'Vom Team gelöscht',
}

export const concernTexts = {
  everything: 'alles, was HoT über dich gespeichert hat',
  granted: 'Wir haben getan, worum du gebeten hast.',
  message: 'deine Nachricht',
  partly: 'Wir haben einen Teil von dem getan, worum du gebeten hast.',
  refused: 'Wir haben geprüft und lassen es, wie es ist.',
}

export const formatTexts = {
  inactive: 'nicht aktiv',
  season: 'Staffel %s',
}

export const importTexts = {
  removed: 'Weggenommen beim Import vom %s',
  undone: 'Import vom %s',
}

export const memberTexts = {
  banned: 'Sperre durch das Team',
  invited_by_mail: 'Persönliche Einladung per Mail',
  reset_nickname: 'Mitglied_%s',
  somebody: 'Jemand',
  unbanned: 'Sperre aufgehoben',
  unknown: 'Unbekannt',
}

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

export const postTexts = {
  approved: 'Freigegeben',
  change_approved: 'Änderung freigegeben',
  deleted: '[Gelöschter Beitrag]',
  deleted_by_author: 'Selbst gelöscht',
  deleted_by_team: 'Vom Team gelöscht',
}

export const starTexts = {
  born: 'Jahrgang %s',
  claim_granted:
    'Du bist bestätigt. Unter „Mehr zu diesem Beitrag“ kannst du jetzt Stellung nehmen, wo es um dich geht.',
  claim_refused: 'Wir konnten nicht bestätigen, dass du es bist. %s',
  concerned: 'Die betroffene Person',
  facts_granted: 'Danke für den Hinweis. Wir haben die Angaben geprüft und berichtigt.',
  facts_refused: 'Wir haben die Angaben geprüft und lassen sie stehen. %s',
  statement_published: 'Deine Stellungnahme steht jetzt über „%s“.',
  statement_refused: 'Deine Stellungnahme zu „%s“ veröffentlichen wir so nicht. %s',
}

export const textTexts = {
  spoiler: spoilerStandIn,
}
