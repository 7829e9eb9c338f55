import { createStore } from '#web/create-store.ts'
import { isUnanswered } from './no-answer.ts'

/** After this long without an answer, requests are not retried, so that the page reports the failure soon. */
const longMs = 2_000

const answering = /* @__PURE__ */ createStore(true)
let silentSince = 0

/** False while requests get no answer: the backend is down, or the network has no route to it. */
export const backendAnswers = answering.get

/** Whether no request has been answered for a while. */
export const isSilentForLong = (now = Date.now()): boolean => !answering.get() && now - silentSince >= longMs

/** Called by the code that sends requests. `came`: whether the backend answered, with data or a refusal. */
export function reportAnswer(came: boolean): void {
  if (came === answering.get()) return
  silentSince = Date.now()
  answering.set(came)
}

/** Calls back when the backend stops answering or answers again. */
export const subscribeAnswers = answering.subscribe

/** Status codes of a proxy whose backend is down, and of our own time limit. */
const proxies: readonly unknown[] = [0, 502, 503, 504]

/** Whether a failed request had an answer; undefined when it was cancelled, or failed by a mistake of the program, and nothing is known. */
export function cameBack(error: unknown): boolean | undefined {
  const { status, message } = Object(error)
  if (/abort/i.test(String(message))) return undefined
  if (isUnanswered(error) || proxies.includes(status)) return false
  return status === undefined ? undefined : true
}
