import { minWeighingVotes, voteWeighsAfterHours } from '../star/hot-score.ts'
import { minDecidedVotes } from './entries.ts'

/**
 * The first weeks of a site that others reach: they end with so many confirmed members or after so many days
 * (`supabase/schemas/12_sign_up/young.sql`; a test compares the numbers). A tenth of the thresholds, and at least one.
 */
export const siteYouth = {
  members: 50,
  days: 30,
  weighingVotes: 1,
  decidedVotes: 1,
} as const

/** What is different while a site is young, as its admins read it. */
export const youthEffects: readonly string[] = [
  `Stimmen über Stars zählen sofort, sonst erst, wenn ein Konto ${voteWeighsAfterHours} Stunden alt ist.`,
  'Eingeladene dürfen gleich Links in Kommentare setzen.',
  `In die Bestenliste kommt ein Star mit einer Stimme statt mit ${minWeighingVotes}, zu den Spürnasen ein Mitglied mit einer entschiedenen Stimme statt mit ${minDecidedVotes}. Dabei steht „noch wenige Stimmen“.`,
  'Ranglisten werden jede Minute gerechnet, nicht jede Stunde.',
]
