/** Chapters of the community guidelines that can be broken: anchor there → heading. SQL: private.rule_title(). */
export const ruleTitles = {
  ton: '1. Der Ton',
  geruechte: '2. Gerüchte',
  privates: '3. Privates bleibt privat',
  inhalte: '4. Was sonst nicht geht',
} as const

export type HouseRule = keyof typeof ruleTitles
export const houseRules = Object.keys(ruleTitles) as HouseRule[]
