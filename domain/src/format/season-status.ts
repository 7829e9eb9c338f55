import type { SeasonStatus } from '../contract/format.ts'

/** Labels of season states. In a separate file, so that guests' pages do not load the form rules. */
export const seasonStatusTexts: Readonly<Record<SeasonStatus, string>> = {
  upcoming: 'kommt',
  running: 'läuft',
  ended: 'beendet',
}
