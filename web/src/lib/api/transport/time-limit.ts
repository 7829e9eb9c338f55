import { policyNow } from '#web/platform/device/connection.ts'

/** Asked for by a person who waits and sees that it runs: whole files, or an account with all that hangs on it. */
const patientMs = 60_000
const patient =
  /\/rpc\/(admin_apply_import|admin_import_social|admin_merge_stars|admin_delete_member|admin_transparency|export_own_data|delete_own_account)\b/

/** Milliseconds until a request counts as unanswered. */
export const timeLimitMs = (url: string): number => (patient.test(url) ? patientMs : policyNow().timeoutMs)

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
 * with 504, so that whoever asked knows it from one they took back themselves.
 */
export const inTime =
  (ask: typeof fetch, limitMs: (url: string) => number = timeLimitMs): typeof fetch =>
  async (input, init) => {
    const late = AbortSignal.timeout(limitMs(input instanceof Request ? input.url : String(input)))
    const signal = init?.signal ? either([init.signal, late]) : late
    try {
      return await ask(input, { ...init, signal })
    } catch (error) {
      if (late.aborted && !init?.signal?.aborted) return noAnswerInTime()
      throw error
    }
  }
