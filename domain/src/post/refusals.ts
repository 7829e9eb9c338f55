import { noWebAddress } from '../url/web-address.ts'

const byTeamOnly = 'Über Beiträge entscheidet das Team, und niemand über eigene.'

/** What the database says when it refuses something about posts and what they contain, by hint or `hint.case`. */
export const postSentences = {
  address_stays:
    'Diese Adresse hat noch dieselben Wörter. Ändere erst den Titel, dann führt die alte nirgends mehr hin.',
  changed_meanwhile: 'Dieser Beitrag wurde inzwischen geändert.',
  content_length: 'Der Text hat höchstens 5.000 Zeichen.',
  content_missing: 'Schreib noch, worum es geht.',
  duplicate_option: 'Jede Antwort nur einmal.',
  duplicate_tag: 'Jeden Tag nur einmal.',
  id_taken: 'Das hat nicht geklappt. Versuch es noch einmal.',
  links_too_early:
    'Links gehen in Kommentaren erst, wenn dein Account eine Woche alt ist und drei Beiträge oder Kommentare von dir stehen.',
  not_a_poll: 'Dieser Beitrag ist keine Umfrage.',
  'not_a_poll.end': 'Nur Umfragen haben ein Ende.',
  'not_a_poll.options': 'Nur Umfragen haben Antworten und ein Ende.',
  not_a_rumor: 'Dieser Beitrag ist kein Gerücht',
  'not_a_rumor.source': 'Nur Gerüchte haben eine Quelle.',
  'not_a_rumor.subject': 'Nur bei Gerüchten gibst du an, worum es geht.',
  not_allowed: byTeamOnly,
  'not_allowed.rumor': 'Den Status eines Gerüchts setzt nur das Team.',
  option_count: 'Eine Umfrage hat 2 bis 8 Antworten.',
  option_length: 'Eine Antwort hat 1 bis 80 Zeichen.',
  options_fixed: 'Es wurde schon abgestimmt: Die Antworten bleiben, wie sie sind.',
  own_case: byTeamOnly,
  poll_end_far: 'Eine Umfrage läuft höchstens ein Jahr.',
  poll_end_past: 'Das Ende der Umfrage liegt in der Vergangenheit.',
  poll_ended: 'Diese Umfrage ist zu Ende und geht nicht wieder auf.',
  post_gone: 'Diesen Beitrag gibt es nicht mehr.',
  question_fixed: 'Es wurde schon abgestimmt: Titel und Text ändert jetzt nur das Team.',
  reason_required: 'Bitte gib einen Grund für die Ablehnung an.',
  source_required: 'So ein Gerücht braucht eine Quelle. Ohne Link geht es nicht.',
  source_url_invalid: noWebAddress,
  speaker_length: 'Der Name hat 2 bis 100 Zeichen.',
  statement_length: 'Die Stellungnahme hat höchstens 2.000 Zeichen.',
  title_length: 'Der Titel hat 8 bis 140 Zeichen.',
  too_many_edits: 'Dieser Beitrag wurde heute schon 20-mal geändert. Morgen geht es weiter.',
  too_many_tags: 'Höchstens 5 Tags.',
  unknown_subject: 'Wähl noch aus, worum es geht.',
  unknown_tag: 'Einen der Tags gibt es nicht mehr. Nimm ihn heraus.',
  unknown_type: 'Diese Art von Beitrag gibt es nicht.',
}
