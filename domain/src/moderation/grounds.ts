import { ruleTitles, warningWindowDays } from './case-rules.ts'
import type { DecisionKind, DecisionScope } from './sanctions.ts'

/** Laws that a decision can rest on, as its statement of reasons names them (DSA, Art. 17 (3) d). */
const laws = {
  law_insult: 'Beleidigung, üble Nachrede, Verleumdung (§§ 185 bis 187 StGB)',
  law_hate: 'Volksverhetzung (§ 130 StGB)',
  law_threat: 'Bedrohung, Aufforderung zu Straftaten (§§ 241, 111 StGB)',
  law_personality: 'Persönlichkeitsrecht (§§ 823, 1004 BGB)',
  law_picture: 'Recht am eigenen Bild (§§ 22, 23 KunstUrhG, § 201a StGB)',
  law_data: 'Datenschutz (Art. 6, 8 und 9 DSGVO)',
  law_copyright: 'Urheberrecht (§ 97 UrhG)',
  law_children: 'Darstellungen von Kindesmissbrauch (§ 184b StGB)',
  law_symbols: 'Verbotene Kennzeichen und Propaganda (§§ 86, 86a StGB)',
  law_other: 'ein anderes, das im Grund steht',
} as const
type Law = keyof typeof laws
export const lawGrounds = Object.keys(laws) as Law[]

/** What a decision rests on. SQL: private.ground_title(), the check of `moderation_actions.rule`. */
export const groundTitles = { ...ruleTitles, ...laws } as const
export type Ground = keyof typeof groundTitles
export const grounds = Object.keys(groundTitles) as [Ground, ...Ground[]]

export const isGround = (key: string | null): key is Ground => key !== null && key in groundTitles

export const isLaw = (ground: Ground): ground is Law => ground in laws

/** `Regel: 1. Der Ton`, `Gesetz: Volksverhetzung (§ 130 StGB)`. */
export const groundText = (ground: Ground): string => `${isLaw(ground) ? 'Gesetz' : 'Regel'}: ${groundTitles[ground]}`
export const groundTexts = Object.fromEntries(grounds.map((ground) => [ground, groundText(ground)])) as Record<
  Ground,
  string
>

/** The grounds of the templates that come with HoT (reason-templates.ts): choosing one chooses its ground too. */
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
  'Wiederholte Beleidigungen trotz Verwarnung.': 'tone',
  'Hass oder Hetze gegen andere.': 'tone',
  'Spam oder Werbung.': 'content',
  'Veröffentlichung privater Daten anderer.': 'privacy',
}

/** The ground that a template carries; of others, whatever was chosen stays. */
export const groundOfTemplate = (text: string): Ground | undefined => groundsOfTemplates[text]

/** Where else a decision can be taken to (DSA, Art. 17 (3) f). */
export const redress = 'Außerdem stehen dir eine Streitbeilegungsstelle und die Gerichte offen.'

type Extent = {
  kind: DecisionKind
  scope: DecisionScope | null
  target_type: 'post' | 'comment' | 'profile'
}

const shown = { post: 'Der Beitrag', comment: 'Der Kommentar', profile: 'Was zurückgesetzt wurde,' } as const

/** What a decision restricts (DSA, Art. 17 (3) a): on HoT, which is one place for everybody wherever they read. */
export function extentText({ kind, scope, target_type }: Extent): string {
  if (kind === 'warned') return 'Nichts von dir ist eingeschränkt. Die Verwarnung zählt mit, wenn wieder etwas ist.'
  if (kind === 'banned') return 'Überall auf HoT: Lesen geht weiter, schreiben, abstimmen und reagieren nicht.'
  if (scope === 'change') return 'Nur für die Änderung: Sie erscheint nicht, und dein Beitrag steht da wie vorher.'
  if (scope === 'hidden') return 'Überall auf HoT: Den Beitrag sehen nur du und das Team.'
  if (kind === 'rejected') return `Überall auf HoT: ${shown[target_type]} erscheint nicht.`
  return `Überall auf HoT: ${shown[target_type]} ist für niemanden mehr zu sehen.`
}

type Duration = Pick<Extent, 'kind' | 'scope'> & {
  /** The end of a ban in words; null: it has none. */
  until: string | null
}

/** Until when. */
export function durationText({ kind, scope, until }: Duration): string {
  if (kind === 'warned') return `${warningWindowDays} Tage nach der Entscheidung`
  if (kind === 'banned') return until ? `Die Sperre endet von selbst am ${until}.` : 'Ohne Ende'
  return scope === 'hidden' ? 'Bis das Team darüber entschieden hat' : 'Auf Dauer'
}
