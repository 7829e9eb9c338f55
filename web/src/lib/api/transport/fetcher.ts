import { serverSlot } from '../config/runtime-config.ts'
import { fetchMarked, unansweredBy } from '../no-answer.ts'

/** Calls the gateway in process on the server, and uses the network in the browser. */
export const fetchBackend: typeof fetch = (input, init) => {
  // The backend has another origin. Spelled out: the bundler cannot eliminate code by another module's constant.
  if (import.meta.env.VITE_SHELL === 'native' && !import.meta.env.SSR) return fetchMarked(input, init)
  const inProcess = import.meta.env.SSR ? serverSlot()?.fetch : undefined
  return inProcess
    ? inProcess(new Request(input as string, init)).catch(unansweredBy)
    : fetchMarked(input, withTrace(input, init))
}

/** Random bytes as hexadecimal digits. */
const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

let known: string | undefined

/** Trace id of one page load (32 hexadecimal digits). In memory only: the next load has another. */
export function pageTrace(): string {
  known ??= randomHex(16)
  return known
}

const addressOf = (input: RequestInfo | URL): string => (input instanceof Request ? input.url : String(input))

/**
 * The request with `traceparent` (W3C Trace Context, version 00, not sampled), which the server logs with failed and slow
 * answers. To our own origin only: elsewhere it would let third parties correlate requests, and
 * need a preflight. For browsers; `init` is not mutated.
 */
export function withTrace(
  input: RequestInfo | URL,
  init?: RequestInit,
  origin = window.location.origin,
): RequestInit | undefined {
  if (new URL(addressOf(input), origin).origin !== origin) return init
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  headers.set('traceparent', `00-${pageTrace()}-${randomHex(8)}-00`)
  return { ...init, headers }
}
