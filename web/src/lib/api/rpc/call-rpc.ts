import { type RpcName, rpcs } from '@hot/domain/contract/rpcs'
import type { RpcTraits } from '@hot/domain/contract/wire/rpc-traits'
import { isUnanswered, unansweredBy } from '../no-answer.ts'
import { failureOf, fetchAsViewer, type Refusal, restAccess } from '../transport/api-fetch.ts'
import { withRetries } from '../transport/retry-writes.ts'
import { patientLimitMs, timeLimitMs } from '../transport/time-limit.ts'

type Arguments = Readonly<Record<string, unknown>>

/** Sends a call in PostgREST's format; retries a repeatable write while it gets no answer. */
export async function callRpc(name: RpcName, args: Arguments, signal?: AbortSignal): Promise<unknown> {
  const traits: RpcTraits = rpcs[name]
  const ask = () => send(name, traits, args, signal)
  return traits.repeatable ? withRetries(ask) : ask()
}

/** Returns the answer, null for none. A read without `posted` is a GET, which the page cache and tests can read. */
async function send(name: RpcName, traits: RpcTraits, args: Arguments, signal?: AbortSignal): Promise<unknown> {
  const { url, headers } = await restAccess()
  const post = traits.writes || traits.posted
  const init = post
    ? { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(args) }
    : { headers }
  const limit = traits.slow ? patientLimitMs : timeLimitMs()
  const address = `${url}/rpc/${name}${post ? '' : searchOf(args)}`
  const answer = await fetchAsViewer(address, { ...init, signal }, limit).catch(unanswered)
  const text = await answer.text().catch(unansweredBy).catch(unanswered)
  const content = read(text)
  if (answer.ok && content !== undefined) return content
  throw failureOf({ message: text, ...(content as Partial<Refusal> | null | undefined) }, answer.status)
}

/** Null and undefined arguments are left to the function's default; lists become PostgreSQL array literals. */
function searchOf(args: Arguments): string {
  const given = Object.entries(args).flatMap(([key, value]) => {
    if (value === null || value === undefined) return []
    return [[key, Array.isArray(value) ? `{${value.join(',')}}` : String(value)]]
  })
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/** The network failed, or the caller aborted the request. Anything else is a mistake of the program, which is reported. */
function unanswered(error: unknown): never {
  throw isUnanswered(error) || error instanceof DOMException ? failureOf({ message: String(error) }, 0) : error
}

/** undefined: not JSON, for example a proxy's error page. */
function read(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return undefined
  }
}
