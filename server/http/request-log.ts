import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSlow } from '@hot/domain/monitoring/filter'

export type Log = (line: string) => void

/**
 * One response that failed (`error`) or was slow (`warn`). `ms`: from the end of the request to the end of the answer.
 */
export type RequestLine = {
  level: 'error' | 'warn'
  id: string
  method: string
  /** Without the query, which may hold search terms. */
  path: string
  status: number
  ms: number
  /** Trace id of the page load, sent by the browser (W3C Trace Context). */
  trace?: string
  cause?: string
}

/** Any answer, for the metrics. */
export type Answered = Pick<RequestLine, 'method' | 'path' | 'status' | 'ms'>

const longestPath = 200

/** Reduces text to one line, since visitors control the URL. */
export function oneLine(text: string, limit = 500): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return flat.length > limit ? `${flat.slice(0, limit - 1)}…` : flat
}

/** Untrusted input: only a well-formed trace id is logged. */
const traceOf = (header: string | string[] | undefined): string | undefined =>
  /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(String(header))?.[1]

const hasBody = ({ headers }: IncomingMessage) =>
  'transfer-encoding' in headers || Number(headers['content-length']) > 0

const quiet = Symbol('already logged')

/**
 * One line for every response of 500 and above and for every slow one, with the id sent to the visitor as
 * `X-Request-Id`. Responses during an outage use `hush`, because the outage is logged once separately.
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
    /** Records why this request fails, or partly fails. */
    note: (incoming: IncomingMessage, cause: string) => void causes.set(incoming, cause),
    hush: (incoming: IncomingMessage) => void causes.set(incoming, quiet),
    watch(id: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
      let since = performance.now()
      // Exclude upload time: a slow client connection says nothing about this server.
      if (hasBody(incoming))
        incoming.once('end', () => {
          since = performance.now()
        })
      outgoing.once('finish', () => finish(id, incoming, outgoing.statusCode, performance.now() - since))
    },
  }
}

export type RequestLog = ReturnType<typeof requestLog>

/** The root cause of an error, in one line. */
export function causeLine(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error))
  const cause = error.cause instanceof Error ? ` ← ${error.cause.message}` : ''
  return oneLine(`${error.message}${cause}`)
}

/** `json`: one object a line, for a program that collects them; `text`: for a person at a terminal. */
export type LogFormat = 'json' | 'text'

export type LogLines = {
  /** What happened to the server as a whole. */
  line: Log
  /** What happened to one request. */
  request: (line: RequestLine) => void
}

const sentence = ({ status, method, path, id, ms, level, cause = '' }: RequestLine): string =>
  `${status} ${method} ${path} [${id}] ${level === 'warn' ? `${ms} ms ` : ''}${cause}`.trim()

/** Writes log lines. Visitor input stays on one line in either format: JSON escapes line breaks. */
export function logLines(format: LogFormat, write: Log, now: () => Date = () => new Date()): LogLines {
  if (format === 'text') return { line: write, request: (line) => write(sentence(line)) }
  const object = (fields: object) => write(JSON.stringify({ time: now().toISOString(), ...fields }))
  return {
    line: (message) => object({ level: 'info', message }),
    request: ({ level, id, method, path, status, ms, trace, cause }) =>
      object({ level, message: cause ?? 'langsam', request_id: id, trace_id: trace, method, path, status, ms }),
  }
}
