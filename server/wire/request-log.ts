import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSlow } from '@hot/domain/monitoring/filter'
import type { Log } from '@hot/embedded/log'

export type { Log }

/**
 * One response that failed (`error`) or was slow (`warn`). `ms`: from the end of the request to the end of the answer.
 */
export type RequestLine = {
  level: 'error' | 'warn'
  id: string
  method: string
  /** Without the query, which may contain search terms. */
  path: string
  status: number
  ms: number
  /** Trace id of the page load, sent by the browser (W3C Trace Context). */
  trace?: string
  cause?: string
}

/** Any response, for the metrics. */
export type Answered = Pick<RequestLine, 'method' | 'path' | 'status' | 'ms'>

const longestPath = 200

/** Text on one line, cut to `limit` characters: visitors control parts of what is logged. */
export function oneLine(text: string, limit = 500): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return flat.length > limit ? `${flat.slice(0, limit - 1).toWellFormed()}…` : flat
}

/** Untrusted input: only a well-formed trace id is logged. */
const traceOf = (header: string | string[] | undefined): string | undefined =>
  /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(String(header))?.[1]

const hasBody = ({ headers }: IncomingMessage) =>
  'transfer-encoding' in headers || Number(headers['content-length']) > 0

const quiet = Symbol('already logged')

/**
 * Writes one line for every response of 500 and above and for every slow one, with the id sent to the visitor as
 * `X-Request-Id`. Responses during an outage are excluded by `hush`, because the outage itself is logged once.
 */
export function requestLog(write: (line: RequestLine) => void, answered: (answer: Answered) => void = () => {}) {
  const causes = new WeakMap<IncomingMessage, string | typeof quiet>()

  function finish(id: string, incoming: IncomingMessage, status: number, ms: number): void {
    const path = (incoming.url ?? '').split('?', 1)[0] ?? ''
    const method = incoming.method ?? ''
    answered({ method, path, status, ms })
    const cause = causes.get(incoming)
    const failed = status >= 500 || cause !== undefined
    if (cause === quiet || !(failed || isSlow('apiCall', ms))) return
    write({
      level: failed ? 'error' : 'warn',
      id,
      method,
      path: oneLine(path, longestPath),
      status,
      ms: Math.round(ms),
      trace: traceOf(incoming.headers.traceparent),
      cause: cause === undefined ? undefined : oneLine(cause),
    })
  }

  return {
    /** Records why this request fails, wholly or in part; such a request is always logged. */
    note: (incoming: IncomingMessage, cause: string) => void causes.set(incoming, cause),
    /** Keeps this request out of the log. */
    hush: (incoming: IncomingMessage) => void causes.set(incoming, quiet),
    watch(id: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
      let since = performance.now()
      // Upload time is excluded: a client's slow connection says nothing about this server.
      if (hasBody(incoming))
        incoming.once('end', () => {
          since = performance.now()
        })
      outgoing.once('finish', () => finish(id, incoming, outgoing.statusCode, performance.now() - since))
    },
  }
}

export type RequestLog = ReturnType<typeof requestLog>

/** Message and cause of an error, on one line. */
export function causeLine(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error))
  const cause = error.cause instanceof Error ? ` ← ${error.cause.message}` : ''
  return oneLine(`${error.message}${cause}`)
}

/** `json`: one object per line, for log collectors; `text`: for a person at a terminal. */
export type LogFormat = 'json' | 'text'

export type LogLines = {
  /** Logs an event of the whole server. */
  line: Log
  /** Logs one request. */
  request: (line: RequestLine) => void
}

const sentence = ({ status, method, path, id, ms, level, cause = '' }: RequestLine): string =>
  `${status} ${method} ${path} [${id}] ${level === 'warn' ? `${ms} ms ` : ''}${cause}`.trim()

/** Writes log lines. Visitor input stays on one line in either format: JSON escapes line breaks. */
export function logLines(
  format: LogFormat,
  write: (line: string) => void,
  now: () => Date = () => new Date(),
): LogLines {
  if (format === 'text') return { line: (message) => write(message), request: (line) => write(sentence(line)) }
  const object = (fields: object) => write(JSON.stringify({ time: now().toISOString(), ...fields }))
  return {
    line: (message, level = 'info') => object({ level, message }),
    request: ({ level, id, method, path, status, ms, trace, cause }) =>
      object({ level, message: cause ?? 'langsam', request_id: id, trace_id: trace, method, path, status, ms }),
  }
}
