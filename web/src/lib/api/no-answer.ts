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
export const isUnanswered = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && unanswered.has(error)

/** `fetch`, whose failure is a missing answer. */
export const fetchMarked: typeof fetch = (input, init) => fetch(input, init).catch(unansweredBy)

/**
 * For the fetch of a library that takes whatever it throws for a missing answer: what is none is reported, before the
 * library hides it.
 */
export function reportMistake(error: unknown): never {
  const isCancelled = error instanceof DOMException && error.name === 'AbortError'
  if (!isUnanswered(error) && !isCancelled) reportError(error)
  throw error
}
