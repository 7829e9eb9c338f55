import type { SeasonStatus } from '../contract/format.ts'

/** What pages say of a season. Apart from the form's rules, which guests' pages need not load. */
export const seasonStatusTexts: Readonly<Record<SeasonStatus, string>> = {
  upcoming: 'kommt',
  running: 'läuft',
  ended: 'beendet',
}
