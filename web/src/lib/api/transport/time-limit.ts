import { policyNow } from '#web/platform/device/device.ts'

/** For long operations with visible progress: whole files, or an account with all its data. */
export const patientLimitMs = 60_000

/** Milliseconds until a request counts as unanswered, depending on the connection. */
export const timeLimitMs = (): number => policyNow().timeoutMs

/** Aborts as soon as one of them does. (Some browsers we support lack AbortSignal.any.) */
function either(signals: readonly AbortSignal[]): AbortSignal {
  const both = new AbortController()
  for (const signal of signals) {
    const end = () => both.abort(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  }
  return both.signal
}

/** The answer of a gateway that timed out; `hint` selects its own German message. */
const noAnswerInTime = () =>
  new Response(JSON.stringify({ code: '', message: 'no answer in time', details: null, hint: 'no_answer_in_time' }), {
    status: 504,
  })

/**
 * `fetch` with the time limit of the connection, in addition to the caller's signal. A request that times out is answered
 * with 504, so that callers can distinguish it from one they aborted.
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
