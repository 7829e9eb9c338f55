import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance as hooks } from 'node:perf_hooks'
import { isSlow } from '@hot/domain/monitoring/filter'
import type { Minute } from '@hot/domain/monitoring/minute'
import { reasonOf } from '@hot/embedded/database/engine'
import type { Log } from '@hot/embedded/log'
import { newTimes, type RequestTimes } from './request-times.ts'

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
  /** Where the time of a slow answer went. */
  spent?: SpentTime
}

/**
 * In ms, see `TimeParts`. `send`: from the finished answer to its last byte. `bytes`: with headers. `busy`: in percent,
 * how much of the time this process's one thread was at work, for whomever.
 */
export type SpentTime = { queue: number; session: number; statement: number; render: number; send: number } & {
  bytes: number
  busy: number
}

/** Any response, for the metrics. */
export type Answered = Pick<RequestLine, 'method' | 'path' | 'status' | 'ms'> & Pick<RequestTimes, 'page'>

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

/** How an answer ended; `spent` is asked only for the few that are logged. */
type Finish = { ms: number; page: RequestTimes['page']; spent: () => SpentTime }

const roundedParts = ({ queue, session, statement, render }: RequestTimes) => ({
  queue: Math.round(queue),
  session: Math.round(session),
  statement: Math.round(statement),
  render: Math.round(render),
})

/**
 * Writes one line for every response of 500 and above and for every slow one, with the id sent to the visitor as
 * `X-Request-Id`. Responses during an outage are excluded by `hush`, because the outage itself is logged once.
 */
export function requestLog(write: (line: RequestLine) => void, answered: (answer: Answered) => void = () => {}) {
  const causes = new WeakMap<IncomingMessage, string | typeof quiet>()

  function finish(id: string, incoming: IncomingMessage, status: number, { ms, page, spent }: Finish): void {
    const path = (incoming.url ?? '').split('?', 1)[0] ?? ''
    const method = incoming.method ?? ''
    answered({ method, path, status, ms, page })
    const cause = causes.get(incoming)
    const failed = status >= 500 || cause !== undefined
    const slow = isSlow('apiCall', ms)
    if (cause === quiet || !(failed || slow)) return
    write({
      level: failed ? 'error' : 'warn',
      id,
      method,
      path: oneLine(path, longestPath),
      status,
      ms: Math.round(ms),
      trace: traceOf(incoming.headers.traceparent),
      cause: cause === undefined ? undefined : oneLine(cause),
      spent: slow ? spent() : undefined,
    })
  }

  return {
    /** Records why this request fails, wholly or in part; such a request is always logged. */
    note: (incoming: IncomingMessage, cause: string) => void causes.set(incoming, cause),
    /** Keeps this request out of the log. */
    hush: (incoming: IncomingMessage) => void causes.set(incoming, quiet),
    /** Follows a request to its end. Returns what its work is to be counted in (`timing`). */
    watch(id: string, incoming: IncomingMessage, outgoing: ServerResponse): RequestTimes {
      const times = newTimes()
      let since = performance.now()
      const { socket } = outgoing
      const bytesBefore = socket?.bytesWritten ?? 0
      const busyBefore = hooks.eventLoopUtilization()
      // Upload time is excluded: a client's slow connection says nothing about this server.
      if (hasBody(incoming))
        incoming.once('end', () => {
          since = performance.now()
        })
      outgoing.once('finish', () => {
        const now = performance.now()
        const spent = (): SpentTime => ({
          ...roundedParts(times),
          send: Math.round(now - (times.readyAt ?? now)),
          bytes: (socket?.bytesWritten ?? 0) - bytesBefore,
          busy: Math.round(hooks.eventLoopUtilization(busyBefore).utilization * 100),
        })
        finish(id, incoming, outgoing.statusCode, { ms: now - since, page: times.page, spent })
      })
      return times
    },
  }
}

export type RequestLog = ReturnType<typeof requestLog>

/** Message and cause of an error, on one line. */
export function causeLine(error: unknown): string {
  const reasons = [reasonOf(error)]
  if (error instanceof Error && error.cause instanceof Error) reasons.push(reasonOf(error.cause))
  return oneLine([...new Set(reasons)].join(' ← '))
}

/** `json`: one object per line, for log collectors; `text`: for a person at a terminal. */
export type LogFormat = 'json' | 'text'

export type LogLines = {
  /** Logs an event of the whole server. */
  line: Log
  /** Logs one request. */
  request: (line: RequestLine) => void
  /** Logs what a minute was like. */
  minute: (minute: Minute) => void
}

/** `(Warteschlange 0, Sitzung 1, Abfragen 1900, Rendern 80, Senden 2 ms; 31 kB; Prozess zu 12 % beschäftigt)` */
const spentWords = ({ queue, session, statement, render, send, bytes, busy }: SpentTime): string =>
  `(Warteschlange ${queue}, Sitzung ${session}, Abfragen ${statement}, Rendern ${render}, Senden ${send} ms; ${Math.ceil(bytes / 1000)} kB; Prozess zu ${busy} % beschäftigt)`

const sentence = ({ status, method, path, id, ms, level, cause = '', spent }: RequestLine): string =>
  [
    `${status} ${method} ${path} [${id}]`,
    level === 'warn' || spent ? `${ms} ms` : '',
    spent ? spentWords(spent) : '',
    cause,
  ]
    .filter((part) => part !== '')
    .join(' ')

/** The same as fields of the JSON line, with their unit. */
const spentFields = ({ bytes, busy, ...parts }: SpentTime) => ({
  ...Object.fromEntries(Object.entries(parts).map(([part, ms]) => [`${part}_ms`, ms])),
  bytes,
  busy_percent: busy,
})

const snake = (name: string) => name.replace(/[A-Z](?![A-Z])/g, (letter) => `_${letter.toLowerCase()}`)

/** The names of the log and of the columns: `statementP95` is `statement_p95`. */
export const minuteFields = (minute: Minute) =>
  Object.fromEntries(Object.entries(minute).map(([name, value]) => [snake(name), value]))

/** For a person at a terminal; a minute in which nothing happened has no line there. */
function minuteWords(minute: Minute): string | undefined {
  const { requests, p50, p95, failed, refused, queue, sessionP95, statementP95, loopP99, loopMax, cpu, rss } = minute
  if (requests === 0 && minute.jobsFailed === 0 && minute.mailsFailed === 0) return undefined
  return `Letzte Minute: ${requests} Anfragen (p50 ${p50}, p95 ${p95} ms), ${failed} Fehler, ${refused} abgewiesen; Warteschlange ${queue}; Datenbank: Sitzung p95 ${sessionP95}, Abfragen p95 ${statementP95} ms; Prozess: Verzug p99 ${loopP99}, höchstens ${loopMax} ms, CPU ${cpu} %, ${rss} MB`
}

/** Writes log lines. Visitor input stays on one line in either format: JSON escapes line breaks. */
export function logLines(
  format: LogFormat,
  write: (line: string) => void,
  now: () => Date = () => new Date(),
): LogLines {
  if (format === 'text')
    return {
      line: (message) => write(message),
      request: (line) => write(sentence(line)),
      minute: (minute) => {
        const words = minuteWords(minute)
        if (words !== undefined) write(words)
      },
    }
  const object = (fields: object) => write(JSON.stringify({ time: now().toISOString(), ...fields }))
  return {
    line: (message, level = 'info') => object({ level, message }),
    request: ({ level, id, method, path, status, ms, trace, cause, spent }) =>
      object({
        ...{ level, message: cause ?? 'langsam', request_id: id, trace_id: trace, method, path, status, ms },
        ...(spent && spentFields(spent)),
      }),
    minute: (minute) => object({ level: 'info', message: 'minute', ...minuteFields(minute) }),
  }
}
