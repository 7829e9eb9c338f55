/** Labels of season states. In a separate file, so that guests' pages do not load the form rules. */
export const seasonStatusTexts = {
  upcoming: 'kommt',
  running: 'läuft',
  ended: 'beendet',
} as const

export type SeasonStatus = keyof typeof seasonStatusTexts
export const seasonStatuses = Object.keys(seasonStatusTexts) as SeasonStatus[]
