/** What the database says when it refuses something about imports, by hint or `hint.case`. */
export const importSentences = {
  import_changed:
    'Inzwischen hat jemand etwas davon geändert. Prüf die Dateien noch einmal: Dann siehst du, was jetzt ersetzt würde.',
  'import_dangling.episode': 'Zu einer Folge fehlt die Staffel.',
  'import_dangling.format': 'Das Format „%s“ gibt es nicht.',
  'import_dangling.participation': 'Zu einer Teilnahme fehlt die Staffel oder der Star.',
  row_count: 'Höchstens 500 auf einmal.',
}
