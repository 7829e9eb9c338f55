import { policyNow } from '#web/platform/device/device.ts'

/** For what a person waits for and sees running: whole files, or an account with all that hangs on it. */
export const patientLimitMs = 60_000

/** Milliseconds until a request counts as unanswered, by the connection. */
export const timeLimitMs = (): number => policyNow().timeoutMs

/** Over as soon as one of them is. (AbortSignal.any is younger than browsers we serve.) */
function either(signals: readonly AbortSignal[]): AbortSignal {
  const both = new AbortController()
  for (const signal of signals) {
    const end = () => both.abort(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  }
  return both.signal
}

/** What a gateway says that got no answer itself; `hint` has a German sentence of its own. */
const noAnswerInTime = () =>
  Response.json({ code: '', message: 'no answer in time', details: null, hint: 'no_answer_in_time' }, { status: 504 })

/**
 * `fetch` with the time limit of the connection, beside the caller's own signal. A late request is ended and answered here
 * with 504, so that callers can tell it from a request they aborted.
 */
export const inTime =
  (ask: typeof fetch): ((...asked: [...Parameters<typeof fetch>, limitMs?: number]) => Promise<Response>) =>
  async (input, init, limitMs = timeLimitMs()) => {
    const late = AbortSignal.timeout(limitMs)
    const signal = init?.signal ? either([init.signal, late]) : late
    try {
      return await ask(input, { ...init, signal })
    } catch (error) {
      if (late.aborted && !init?.signal?.aborted) return noAnswerInTime()
      throw error
    }
  }
