/** What the database says when it refuses something about episodes, by hint or `hint.case`. */
export const episodeSentences = {
  not_aired: 'So weit ist die Staffel noch nicht. Lade die Seite neu.',
  too_many_seasons: 'Mehr als 1.000 Staffeln gehen nicht. Nimm zuerst eine heraus.',
}
