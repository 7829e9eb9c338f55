/** What the database says when it refuses something about dates of the calendar, by hint or `hint.case`. */
export const calendarSentences = {
  changed_meanwhile: 'Jemand hat diesen Termin inzwischen geändert.',
  'changed_meanwhile.many':
    'Jemand hat inzwischen etwas davon geändert: %s. Gespeichert ist nichts. Sieh dir die Vorschau noch einmal an.',
  draft_invalid: 'Diese Eingabe ist unvollständig.',
  'draft_invalid.length': 'Das ist zu viel Text.',
  'draft_invalid.many': 'Das sind mehr als %s Termine. Nimm weniger auf einmal.',
  'draft_invalid.series': 'Zu einer Serie gehören Rhythmus und Ende.',
  'draft_invalid.title': 'Titel und Tag fehlen.',
  episodes_would_go: 'Dabei fallen Folgen weg. Das dürfen nur Admins.',
  parent_is_no_series: 'Der übergeordnete Termin ist keine Serie.',
  same_week: 'Wähle eine andere Woche.',
  series_ends_early: 'Das Ende der Serie liegt vor ihrem ersten Tag. Nimm ein späteres.',
  series_too_long: 'Das wären mehr als 400 Folgen. Nimm ein früheres Ende.',
  target_gone: 'Diesen Termin gibt es nicht mehr.',
  'target_gone.many': 'Einen dieser Termine gibt es nicht mehr. Gespeichert ist nichts. Wähl noch einmal.',
  week_too_full: 'Das sind mehr als %s Termine. Nimm einen Filter.',
}
