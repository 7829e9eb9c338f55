import { ruleTitles } from './case-rules.ts'

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

/** Where else a decision can be taken to (DSA, Art. 17 (3) f). */
export const redress = 'Außerdem stehen dir eine Streitbeilegungsstelle und die Gerichte offen.'
