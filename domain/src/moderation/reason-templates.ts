import { moderationTexts } from '../text/stored-texts.ts'
import type { Ground } from './grounds.ts'

/** Most templates of one kind; the first nine have a digit. */
export const mostTemplates = 20
/** Characters of one template. */
export const templateMax = 300

/** How an account ends whose member is too young (community guidelines, "Ab 16"). */
const underAge = 'Jünger als 16 Jahre.'

type Templates = { label: string; texts: readonly string[] }

/**
 * Reasons to start from, in the words of the community guidelines, by what is decided. Admins replace them
 * (`admin_save_text`); these are those of a new installation.
 */
export const reasonTemplates = {
  reject_post: {
    label: 'Beitrag ablehnen',
    texts: [
      'Keine Quelle, betrifft das Privatleben einer Person.',
      'Beleidigung oder Hass gegen eine Person.',
      'Behauptung über eine Person, die du nicht belegst.',
      'Werbung oder Spam.',
      'Verrät ohne Hinweis, wie eine Folge ausgeht.',
      'Das Thema gibt es schon. Schreib dort weiter.',
    ],
  },
  delete_post: {
    label: 'Beitrag löschen',
    texts: [
      'Spam.',
      'Rechtswidriger Inhalt.',
      'Beleidigung oder Hass gegen eine Person.',
      'Falsche Behauptung über eine Person.',
      'Verletzt die Privatsphäre einer Person.',
    ],
  },
  edit_post: {
    label: 'Beitrag bearbeiten',
    texts: [
      'Name einer unbeteiligten Person entfernt.',
      'Rechtschreibung im Titel.',
      'Falsche Tags.',
      'Spoiler gekennzeichnet.',
    ],
  },
  hide_post: {
    label: 'Ausblenden bis geklärt',
    texts: [
      'Wir prüfen eine Meldung dazu.',
      'Die Person, um die es geht, widerspricht.',
      'Wir suchen noch eine Quelle.',
    ],
  },
  restore_post: {
    label: 'Beitrag wiederherstellen',
    texts: ['Versehentlich gelöscht.', 'Einspruch stattgegeben.', 'Wer den Beitrag geschrieben hat, bittet darum.'],
  },
  dismiss: {
    label: 'Meldungen verwerfen',
    texts: [
      'Kein Verstoß gegen die Community-Guidelines.',
      'Zulässige Meinung über einen Auftritt im Fernsehen.',
      'Spoiler ist im Titel gekennzeichnet.',
    ],
  },
  delete: {
    label: 'Gemeldetes löschen',
    texts: [
      'Beleidigt oder setzt jemanden herab.',
      'Behauptet Tatsachen über einen echten Menschen, die sich nicht belegen lassen.',
      'Nennt private Daten.',
      'Werbung oder Spam.',
      'Rechtswidriger Inhalt.',
      'Spoiler ohne Warnung im Titel.',
    ],
  },
  reset_profile: {
    label: 'Profil zurücksetzen',
    texts: [
      'Dein Nickname beleidigt jemanden oder gibt sich als jemand anderes aus.',
      'Dein Bild zeigt etwas, das hier nicht hingehört.',
      'Der Text über dich verstößt gegen die Regeln.',
      'Werbung oder Spam im Profil.',
    ],
  },
  warn: {
    label: 'Verwarnen',
    texts: [
      'Du hast jemanden beleidigt. Bleib fair zur Person.',
      'Du hast Privates über jemanden geschrieben.',
      'Du hast eine Behauptung als Tatsache ausgegeben.',
      'Du hast Werbung oder Spam gepostet.',
    ],
  },
  ban: {
    label: 'Sperren wegen einer Meldung',
    texts: [
      'Wiederholte Verstöße trotz Verwarnung.',
      'Schwere Beleidigung oder Drohung.',
      'Rechtswidrige Inhalte.',
      'Spam-Konto.',
      underAge,
    ],
  },
  ban_member: {
    label: 'Account sperren',
    texts: [
      'Wiederholte Beleidigungen trotz Verwarnung.',
      'Hass oder Hetze gegen andere.',
      moderationTexts.spam,
      'Veröffentlichung privater Daten anderer.',
      underAge,
    ],
  },
  unban_member: {
    label: 'Sperre aufheben',
    texts: ['Die Sperre war ein Irrtum.', 'Einsicht gezeigt, vorzeitig aufgehoben.'],
  },
  restore_spam: {
    label: 'Nach Spam wiederherstellen',
    texts: ['Das war kein Spam.', 'Das Konto war übernommen worden.'],
  },
  rename_member: {
    label: 'Nickname ändern',
    texts: ['Beleidigender Nickname.', 'Gibt sich für jemand anderen aus.', 'Auf eigenen Wunsch.'],
  },
  delete_member: {
    label: 'Account löschen',
    texts: ['Auf eigenen Wunsch.', 'Fake-Account.', 'Spam-Account.', underAge],
  },
  take_back: {
    label: 'Entscheidung zurücknehmen',
    texts: ['Das war ein Irrtum.', 'Nach einem zweiten Blick kein Verstoß.'],
  },
  uphold_appeal: {
    label: 'Einspruch ablehnen',
    texts: [
      'Der Text verstößt gegen die genannte Regel. Daran ändert der Einspruch nichts.',
      'Wir haben den Zusammenhang noch einmal geprüft und kommen zum selben Ergebnis.',
    ],
  },
  overturn_appeal: {
    label: 'Einspruch stattgeben',
    texts: [
      'Wir haben den Zusammenhang falsch verstanden. Entschuldige.',
      'Der Text ist hart, aber er verstößt gegen keine Regel.',
      'Die Maßnahme war für diesen Verstoß zu streng.',
    ],
  },
  refuse_star: {
    label: 'Anliegen eines Stars ablehnen',
    texts: [
      'Der Code steht nicht dort, wo du geschrieben hast.',
      'Der Account, in dem der Code steht, ist nicht der des Stars.',
      'Die Angaben sind belegt.',
    ],
  },
  answer_concern: {
    label: 'Anliegen beantworten',
    texts: [
      'Der Beitrag ist entfernt.',
      'Die Angabe ist berichtigt.',
      'Die Angabe ist belegt, und die Öffentlichkeit hat ein Interesse daran.',
      'Wir konnten nicht feststellen, dass du die Person bist oder für sie sprichst.',
    ],
  },
} as const satisfies Record<string, Templates>

export type ReasonKind = keyof typeof reasonTemplates
export const reasonKinds = Object.keys(reasonTemplates) as ReasonKind[]

/** The grounds of the templates that come with HoT: choosing one chooses its ground too. */
const groundsOfTemplates: Readonly<Record<string, Ground>> = {
  'Keine Quelle, betrifft das Privatleben einer Person.': 'privacy',
  'Beleidigung oder Hass gegen eine Person.': 'tone',
  'Behauptung über eine Person, die du nicht belegst.': 'rumors',
  'Werbung oder Spam.': 'content',
  'Verrät ohne Hinweis, wie eine Folge ausgeht.': 'content',
  'Das Thema gibt es schon. Schreib dort weiter.': 'content',
  'Spam.': 'content',
  'Rechtswidriger Inhalt.': 'law_other',
  'Falsche Behauptung über eine Person.': 'rumors',
  'Verletzt die Privatsphäre einer Person.': 'privacy',
  'Jünger als 16 Jahre.': 'law_data',
  'Name einer unbeteiligten Person entfernt.': 'privacy',
  'Rechtschreibung im Titel.': 'content',
  'Falsche Tags.': 'content',
  'Spoiler gekennzeichnet.': 'content',
  'Die Person, um die es geht, widerspricht.': 'privacy',
  'Wir suchen noch eine Quelle.': 'rumors',
  'Beleidigt oder setzt jemanden herab.': 'tone',
  'Behauptet Tatsachen über einen echten Menschen, die sich nicht belegen lassen.': 'rumors',
  'Nennt private Daten.': 'privacy',
  'Spoiler ohne Warnung im Titel.': 'content',
  'Dein Nickname beleidigt jemanden oder gibt sich als jemand anderes aus.': 'tone',
  'Dein Bild zeigt etwas, das hier nicht hingehört.': 'content',
  'Werbung oder Spam im Profil.': 'content',
  'Du hast jemanden beleidigt. Bleib fair zur Person.': 'tone',
  'Du hast Privates über jemanden geschrieben.': 'privacy',
  'Du hast eine Behauptung als Tatsache ausgegeben.': 'rumors',
  'Du hast Werbung oder Spam gepostet.': 'content',
  'Schwere Beleidigung oder Drohung.': 'tone',
  'Rechtswidrige Inhalte.': 'law_other',
  'Spam-Konto.': 'content',
  'Fake-Account.': 'content',
  'Spam-Account.': 'content',
  'Wiederholte Beleidigungen trotz Verwarnung.': 'tone',
  'Hass oder Hetze gegen andere.': 'tone',
  [moderationTexts.spam]: 'content',
  'Veröffentlichung privater Daten anderer.': 'privacy',
}

/** The ground that a template carries; of others, whatever was chosen stays. */
export const groundOfTemplate = (text: string): Ground | undefined => groundsOfTemplates[text]
