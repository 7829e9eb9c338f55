import { networkSentences, sessionGone } from '../network/refusals.ts'

export type StarChoice = 'vote' | 'fan'
export type FailureMessage = { title: string; text: string }

const titles: Record<StarChoice, string> = {
  vote: 'Deine Stimme ist nicht angekommen.',
  fan: 'Das mit dem Fan-Sein hat nicht geklappt.',
}

/**
 * The German message for a vote or fan change that was rolled back. `status`: HTTP status, 0 without an answer; `hint`:
 * that of the error.
 */
export function starChoiceFailure(choice: StarChoice, status: number, hint: string): FailureMessage {
  const title = titles[choice]
  if (status === 0) return { title, text: 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal.' }
  if (status === 401) return { title, text: sessionGone }
  if (hint === 'rate_limited' || status === 429) return { title, text: networkSentences.rate_limited }
  if (hint === 'unknown_star' || status === 409)
    return { title, text: 'Diesen Star gibt es bei uns nicht mehr. Lad die Seite neu.' }
  if (status === 403 || hint === 'writing_refused')
    return { title, text: 'Dein Account darf gerade nicht abstimmen. Lesen kannst du weiterhin.' }
  return { title, text: 'Versuch es gleich noch einmal.' }
}
