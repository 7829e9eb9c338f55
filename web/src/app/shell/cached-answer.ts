/** Shares one answer among all callers for `lifetime` ms. Failures are not remembered. */
export function rememberFor<Answer>(lifetime: number, ask: () => Promise<Answer>, now = Date.now) {
  let known: { answer: Promise<Answer>; until: number } | undefined
  return (): Promise<Answer> => {
    if (known && now() < known.until) return known.answer
    const answer = ask()
    known = { answer, until: now() + lifetime }
    answer.catch(() => {
      if (known?.answer === answer) known = undefined
    })
    return answer
  }
}
