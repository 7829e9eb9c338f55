const starGone = 'Diesen Star gibt es nicht mehr.'

/** What the database says when it refuses something about stars, their accounts and their own words, by hint or `hint.case`. */
export const starSentences = {
  account_there: 'Auf dieser Plattform hat der Star schon ein Konto. Ändere das.',
  bio_too_long: 'Die Biografie hat höchstens 10.000 Zeichen. Kürz sie.',
  birthdate_invalid: 'Dieses Geburtsdatum gibt es nicht. Prüf Tag und Jahr.',
  changed_meanwhile: 'Jemand anderes hat diesen Star gerade geändert.',
  'changed_meanwhile.account': 'Jemand anders hat dieses Konto inzwischen geändert.',
  import_changed:
    'Inzwischen hat jemand etwas davon geändert. Prüf die Zeilen noch einmal: Dann siehst du, was jetzt ersetzt würde.',
  import_has_problems: 'In der Datei sind noch Fehler.',
  name_missing: 'Gib mindestens einen Namen an.',
  name_too_long: 'Ein Name hat höchstens 100 Zeichen. Kürz ihn.',
  not_this_star: 'Das kann nur, wer dieser Star ist.',
  'not_this_star.post': 'Diesen Beitrag gibt es nicht mehr, oder er geht nicht mehr um diesen Star.',
  'not_this_star.statement': 'Das kann nur, um wen es geht.',
  own_case: 'Über eigene Anliegen entscheidet jemand anderes.',
  parent_gone: 'Danach kam noch etwas dazu. Hol zuerst das Spätere zurück.',
  proof_length: 'Höchstens 1.000 Zeichen.',
  row_count: 'Eine Datei hat 1 bis 2.000 Zeilen.',
  'row_count.rows': 'Das sind keine Zeilen eines Imports.',
  same_star: 'Das ist derselbe Star. Wähl einen anderen.',
  slug_reserved: 'Diese Adresse gehört schon einer Seite.',
  slug_taken: 'Diese Adresse hat schon ein anderer Star. Nimm eine andere.',
  speaker_of_member: 'So heißt ein Mitglied. Nenn, wer spricht: den Star, das Management, den Sender.',
  speaker_of_star:
    'So heißt ein Star, um den es in diesem Beitrag nicht geht. Setz zuerst den Tag, oder nenn, wer wirklich spricht.',
  speaker_reserved: 'Dieser Name gehört dem Team. Nenn den Star oder das Management.',
  'speaker_reserved.team': 'Dieser Name gehört dem Team. Nenn, wer spricht: den Star, das Management, den Sender.',
  statement_taken: 'Hier steht schon eine Stellungnahme.',
  'statement_taken.team': 'Hier steht schon eine Stellungnahme, die das Team veröffentlicht hat.',
  target_gone: starGone,
  'target_gone.account': 'Dieses Konto gibt es nicht mehr.',
  too_many_claims: 'Du hast dich schon bei zehn Stars gemeldet.',
  unknown_star: starGone,
  'unknown_star.door': 'Diesen Star gibt es nicht.',
  vote_range: 'Eine Stimme ist eine Zahl von 1 bis 5.',
}
