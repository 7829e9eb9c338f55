let answering = true
const listeners = new Set<() => void>()

/** False while requests go out and nothing comes back: a backend that is away, or a network that leads nowhere. */
export const backendAnswers = (): boolean => answering

/** For whoever sends requests. */
export function noteAnswer(came: boolean): void {
  if (came === answering) return
  answering = came
  for (const listener of [...listeners]) listener()
}

/** Calls back whenever the backend falls silent or answers again. Returns the way out. */
export function subscribeAnswers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What a proxy says for a backend that is away, and what our own time limit says. */
const proxies: readonly unknown[] = [0, 502, 503, 504]

/** Whether a failed request had an answer; undefined: it was taken back, which says nothing. */
export function cameBack(error: unknown): boolean | undefined {
  const { status, message } = Object(error)
  if (/abort/i.test(String(message))) return undefined
  return !(error instanceof TypeError || proxies.includes(status))
}
