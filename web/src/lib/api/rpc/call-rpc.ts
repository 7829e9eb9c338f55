import type { Database } from '../database.types.ts'
import { failureOf, type Refusal, reachAsViewer, restAccess } from '../transport/api-fetch.ts'

export type FunctionName = keyof Database['public']['Functions']

/**
 * Calls a function of the database as PostgREST wants it: `call` is its name, with arguments behind it for a question (GET);
 * a `body` makes it a change (POST). Returns the answer, null for none. Throws DataError.
 */
export async function askFunction(call: string, { body, signal }: RequestInit): Promise<unknown> {
  const { url, headers } = await restAccess()
  const init = body
    ? { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body }
    : { headers }
  const answer = await reachAsViewer(`${url}/rpc/${call}`, { ...init, signal }).catch(unanswered)
  const text = await answer.text().catch(unanswered)
  const content = read(text)
  if (answer.ok && content !== undefined) return content
  throw failureOf({ message: text, ...(content as Partial<Refusal> | null | undefined) }, answer.status)
}

/** The network is gone, or who asked has taken it back. */
function unanswered(error: unknown): never {
  throw failureOf({ message: String(error) }, 0)
}

/** undefined: not JSON, as a proxy between would answer. */
function read(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return undefined
  }
}
