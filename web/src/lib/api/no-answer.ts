const unanswered = new WeakSet<object>()

/**
 * Notes that an error is a missing answer, and throws it on. Only where requests are sent and code is loaded: a TypeError from anywhere else
 * is a mistake of the program, and has to be told and reported as one.
 */
export function unansweredBy(error: unknown): never {
  noteUnanswered(error)
  throw error
}

export function noteUnanswered(error: unknown): void {
  // On the server the backend is asked in process, and fails in words of its own.
  if (error instanceof TypeError || (import.meta.env.SSR && error instanceof Error)) unanswered.add(error)
}

/** Whether a request got no answer: the network failed, or the server is down. */
export const isUnanswered = (error: unknown): boolean => unanswered.has(error as object)

/** `fetch`, whose failure is a missing answer. */
export const fetchMarked: typeof fetch = (input, init) => fetch(input, init).catch(unansweredBy)
