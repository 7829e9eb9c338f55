const formatGone = 'Dieses Format gibt es nicht mehr.'

/** What the database says when it refuses something about formats, seasons, channels and providers, by hint or `hint.case`. */
export const formatSentences = {
  cast_invalid: 'Jeden Star nur einmal, höchstens 300.',
  'changed_meanwhile.channel': 'Jemand anders hat diesen Sender inzwischen geändert.',
  'changed_meanwhile.format': 'Jemand anders hat dieses Format inzwischen geändert.',
  'changed_meanwhile.provider': 'Jemand anders hat diesen Anbieter inzwischen geändert.',
  'changed_meanwhile.season': 'Jemand anders hat diese Staffel inzwischen geändert.',
  'contents_changed.format': 'An diesem Format hängt inzwischen mehr oder weniger. Lade die Seite neu und sieh nach.',
  'contents_changed.season': 'An dieser Staffel hängt inzwischen mehr oder weniger. Lade die Seite neu und sieh nach.',
  format_gone: formatGone,
  'name_taken.channel': 'Diesen Sender gibt es schon.',
  'name_taken.provider': 'Diesen Anbieter gibt es schon.',
  not_aired: 'So weit ist die Staffel noch nicht. Lade die Seite neu.',
  season_number_taken: 'Diese Staffel gibt es schon. Nimm eine andere Nummer.',
  season_of_other_format: 'Diese Staffel gehört zu einem anderen Format. Wähl eine andere.',
  season_slug_misleading: 'Diese Adresse nennt eine andere Staffel. Nimm eine andere.',
  season_slug_taken: 'Diese Adresse hat schon eine andere Staffel dieses Formats. Nimm eine andere.',
  slug_remembered:
    'Unter dieser Adresse war früher ein anderes Format. Alte Links führen noch dorthin. Nimm eine andere.',
  slug_reserved: 'Diese Adresse braucht die Seite selbst. Nimm eine andere.',
  slug_taken: 'Diese Adresse hat schon ein Format. Nimm eine andere.',
  'target_gone.channel': 'Diesen Sender gibt es nicht mehr.',
  'target_gone.format': 'Dieses Format gibt es nicht mehr. Jemand anders hat es gelöscht.',
  'target_gone.provider': 'Diesen Anbieter gibt es nicht mehr.',
  'target_gone.season': 'Diese Staffel gibt es nicht mehr. Jemand anders hat sie gelöscht.',
  too_many_seasons: 'Mehr als 1.000 Staffeln gehen nicht. Nimm zuerst eine heraus.',
}
