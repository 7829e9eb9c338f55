/**
 * Every program that holds, delays, refuses, reports or orders what members write, as the community guidelines name it
 * (DSA, Art. 14 (1)). `functions` are its functions in the database: a test finds each function that works on what is
 * written here, so that a new program without a sentence fails.
 */
export type Program = {
  name: string
  /** What it does, to whom. */
  does: string
  /** How a human comes to look at it; null where a human does anyway, or there is nothing to look at. */
  human: string | null
  functions: readonly string[]
}

const readByTeam =
  'Unter dem Kommentar steht dann „Vom Team lesen lassen“: Drückst du das, liest ihn ein Mensch und entscheidet.'

export const programs: readonly Program[] = [
  {
    name: 'Warten auf Freigabe',
    does: 'Ein neuer oder geänderter Beitrag wartet, bis ihn jemand vom Team gelesen hat. Wer genug freigegebene Beiträge und länger keine Verwarnung hat, wartet nicht; ist das Team gerade nicht da, warten Konten, die jünger als eine Woche sind oder von denen noch keine drei Beiträge oder Kommentare online sind, immer.',
    human: null,
    functions: ['may_publish_at_once', 'guard_post'],
  },
  {
    name: 'Regeln des Teams',
    does: 'Das Team kann Regeln aufstellen: bestimmte Wörter, Namen von Stars, Links, junge Konten, wenige Beiträge, viele in einer Stunde, Wiederholungen. Passt eine, wartet ein Beitrag auf das Team, ein Kommentar wird nicht angenommen, etwas lässt sich erst zehn Minuten nach deinem letzten Beitrag oder Kommentar abschicken, ein Spitzname gilt als vergeben, oder das Programm meldet es dem Team, in seinem eigenen Namen.',
    human: readByTeam,
    functions: ['apply_rules_to_post', 'apply_rules_to_comment', 'note_rules', 'wait_for_rule', 'rule_refuses_name'],
  },
  {
    name: 'Wortliste für heikle Themen',
    does: 'Geht es um einen Menschen und um Gesundheit, Sexualität, Straftaten oder Minderjährige, wartet der Beitrag auf das Team. Das erkennt ein Programm an Wörtern oder daran, was du selbst angibst. Auch die Stellungnahme eines Stars wartet dann, und immer, wenn sie einen Link hat.',
    human: null,
    functions: ['needs_a_human', 'answer_as_star'],
  },
  {
    name: 'Programm, das mitliest',
    does: 'Wer HoT betreibt, kann ein Programm einrichten, das Gerüchte und Beiträge über Stars auf dieselben Themen liest. Findet es eins, wartet der Beitrag auf das Team. Ob es eines gibt und bei wem, steht im Datenschutz.',
    human: null,
    functions: ['waits_for_classifier', 'want_classification'],
  },
  {
    name: 'Sperre für Links',
    does: 'Links in Kommentaren nimmt HoT erst an, wenn ein Konto eine Woche alt ist und drei Beiträge oder Kommentare von dir online sind. In den ersten Wochen einer neuen Seite gilt das nicht für Eingeladene.',
    human: readByTeam,
    functions: ['refuse_early_link'],
  },
  {
    name: 'Tempo für neue Konten',
    does: 'In den ersten 24 Stunden sind es höchstens zehn Kommentare in der Minute.',
    human: null,
    functions: ['limit_new_member'],
  },
  {
    name: 'Langsamer, wenn das Team nicht da ist',
    does: 'Hat das Team länger nichts getan, sind es zehn Kommentare in fünf Minuten, für Konten unter einer Woche oder mit weniger als drei Beiträgen oder Kommentaren drei in der Stunde.',
    human: null,
    functions: ['slow_down_while_away'],
  },
  {
    name: 'Keine Wiederholungen',
    does: 'Denselben Kommentar nimmt HoT im selben Gespräch 24 Stunden lang nicht noch einmal an.',
    human: null,
    functions: ['refuse_repetition'],
  },
  {
    name: 'Grenzen gegen Fluten',
    does: 'Beiträge, Kommentare, Stimmen, Meldungen und Änderungen haben eine Höchstzahl in einigen Minuten, für alle dieselbe; einen Beitrag kannst du am Tag 20-mal ändern. Danach nimmt HoT eine Weile nichts an.',
    human: null,
    functions: ['limit_rate', 'use_quota', 'limit_rows', 'use_guest_report', 'use_guest_mail'],
  },
  {
    name: 'Wer ein Konto bekommt',
    does: 'HoT nimmt nur Mail-Adressen bestimmter Anbieter an, manchmal nur mit Einladung, und bremst, wer Codes rät.',
    human: 'Klappt es nicht, obwohl es sollte, schreib uns.',
    functions: ['before_user_created', 'refuse_guess', 'check_invite'],
  },
  {
    name: 'Sperren, die weiterlaufen',
    does: 'Wer während einer Sperre das Konto löscht und sich mit derselben Adresse neu registriert, ist bis zu ihrem Ende wieder gesperrt. Die Sperre hat ein Mensch verhängt; dass es dieselbe Adresse ist, erkennt ein Programm an einem Prüfwert.',
    human: 'Gegen die Sperre kannst du Einspruch einlegen, darüber entscheidet ein Mensch.',
    functions: ['restore_kept_ban'],
  },
  {
    name: 'Reihenfolge der Listen',
    does: '„Heiß“ rechnet ein Programm aus Herzen, Haufen, Stimmen und Kommentaren und daraus, wie alt ein Beitrag ist; „Top“ zählt dasselbe ohne das Alter, „Neu“ geht danach, wann ein Beitrag kam, und lässt widerlegte Gerüchte weg, „Aktiv“ geht nach der letzten Aktivität. Was du sonst auf HoT tust, spielt keine Rolle.',
    human: null,
    functions: ['set_hot_rank'],
  },
]
