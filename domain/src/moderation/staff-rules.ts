/** Chapters of the community guidelines that can be broken → heading. SQL: private.rule_title(). */
export const ruleTitles = {
  tone: '1. Der Ton',
  rumors: '2. Gerüchte',
  privacy: '3. Privates bleibt privat',
  content: '4. Was sonst nicht geht',
} as const

export type HouseRule = keyof typeof ruleTitles
export const houseRules = Object.keys(ruleTitles) as HouseRule[]

/** Where a chapter begins on /community-guidelines. */
export const ruleAnchors: Readonly<Record<HouseRule, string>> = {
  tone: 'ton',
  rumors: 'geruechte',
  privacy: 'privates',
  content: 'inhalte',
}
