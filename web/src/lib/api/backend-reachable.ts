import { createStore } from '#web/create-store.ts'

/** So long without an answer, and the next request is not repeated: who waits for a page learns soon that there is none. */
const longMs = 2_000

const answering = createStore(true)
let silentSince = 0

/** False while requests go out and nothing comes back: a backend that is away, or a network that leads nowhere. */
export const backendAnswers = answering.get

/** Whether nothing has come back for a while. */
export const isSilentForLong = (now = Date.now()): boolean => !answering.get() && now - silentSince >= longMs

/** For the code that sends requests. */
export function noteAnswer(came: boolean): void {
  if (came === answering.get()) return
  silentSince = Date.now()
  answering.set(came)
}

/** Calls back whenever the backend falls silent or answers again. */
export const subscribeAnswers = answering.subscribe

/** What a proxy says for a backend that is away, and what our own time limit says. */
const proxies: readonly unknown[] = [0, 502, 503, 504]

/** Whether a failed request had an answer; undefined: it was taken back, which says nothing. */
export function cameBack(error: unknown): boolean | undefined {
  const { status, message } = Object(error)
  if (/abort/i.test(String(message))) return undefined
  return !(error instanceof TypeError || proxies.includes(status))
}
