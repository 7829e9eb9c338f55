import { noteUnanswered } from '#web/lib/api/no-answer.ts'

/** What the code that sends requests makes of a `fetch` that failed. */
export function lostAnswer(message = 'Failed to fetch'): TypeError {
  const error = new TypeError(message)
  noteUnanswered(error)
  return error
}
