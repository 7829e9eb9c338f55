/** What the database says when it refuses something about comments, by hint or `hint.case`. */
export const commentSentences = {
  comment_empty: 'Schreib erst was.',
  comment_length: 'Höchstens 2.000 Zeichen.',
  comment_repeated: 'Genau das hast du hier schon geschrieben. Es steht noch da.',
  comment_too_deep: 'Auf eine Antwort antwortet man in derselben Runde.',
  edit_window_over: 'Kommentare lassen sich nur 15 Minuten lang ändern.',
  not_author: 'Kommentare ändert nur, wer sie geschrieben hat.',
  rate_limited_new:
    'In den ersten 24 Stunden sind es höchstens zehn Kommentare in der Minute. Kurz durchatmen, dann geht es weiter.',
  reply_closed: 'Auf diesen Kommentar kann man nicht mehr antworten.',
  team_away:
    'Das Team ist gerade nicht da, deshalb geht es langsamer: zehn Kommentare in fünf Minuten. Gleich kannst du weiterschreiben.',
  'team_away.new':
    'Das Team ist gerade nicht da. Bis dahin sind es für neue Leute drei Kommentare in der Stunde. Dein Text bleibt hier stehen, schick ihn später ab.',
  too_many_held: 'Fünf Kommentare von dir warten schon. Das Team liest sie zuerst.',
}
