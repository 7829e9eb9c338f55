import { isUnanswered } from './no-answer.ts'

/**
 * For the fetch of a library that takes whatever it throws for a missing answer: what is none is reported, before the
 * library hides it.
 */
export function reportMistake(error: unknown): never {
  const isCancelled = error instanceof DOMException && error.name === 'AbortError'
  if (!isUnanswered(error) && !isCancelled) reportError(error)
  throw error
}
