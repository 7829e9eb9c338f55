export type StarChoice = 'vote' | 'fan'
export type FailureMessage = { title: string; text: string }

const titles: Record<StarChoice, string> = {
  vote: 'Deine Stimme ist nicht angekommen.',
  fan: 'Das mit dem Fan-Sein hat nicht geklappt.',
}

/**
 * The message for a vote or fan change that was rolled back. `status`: HTTP, 0 without an answer; `hint`: the stable
 * error reason of `set_star_votes`.
 */
export function starChoiceFailure(mark: StarChoice, status: number, hint: string): FailureMessage {
  const title = titles[mark]
  if (status === 0) return { title, text: 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal.' }
  if (status === 401) return { title, text: 'Deine Anmeldung ist abgelaufen. Melde dich neu an.' }
  if (hint === 'rate_limited' || status === 429)
    return { title, text: 'Das war zu viel auf einmal. Warte ein paar Minuten und versuch es dann noch einmal.' }
  if (hint === 'unknown_star') return { title, text: 'Diesen Star gibt es bei uns nicht mehr. Lad die Seite neu.' }
  if (status === 403 || hint === 'writing_refused')
    return { title, text: 'Dein Account darf gerade nicht abstimmen. Lesen kannst du weiterhin.' }
  return { title, text: 'Versuch es gleich noch einmal.' }
}
