import type { IncomingMessage, ServerResponse } from 'node:http'

export type Log = (line: string) => void

const longestPath = 200

/** One line, whatever a visitor put into the address. The query stays out: it may hold what someone searched for. */
export function oneLine(text: string, limit = 500): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return flat.length > limit ? `${flat.slice(0, limit - 1)}…` : flat
}

const quiet = Symbol('already logged')

/**
 * One line for every answer of 500 and above, with the id the visitor got as `X-Request-Id`. Answers that are
 * part of an outage say so with `hush`, because the outage has a line of its own.
 */
export function requestLog(log: Log) {
  const causes = new WeakMap<IncomingMessage, string | typeof quiet>()

  function write(id: string, incoming: IncomingMessage, status: number): void {
    const cause = causes.get(incoming)
    if (cause === quiet || (status < 500 && cause === undefined)) return
    const path = oneLine((incoming.url ?? '').split('?', 1)[0] ?? '', longestPath)
    log(oneLine(`${status} ${incoming.method} ${path} [${id}] ${cause ?? ''}`))
  }

  return {
    /** Why this request fails, or fails in part. */
    note: (incoming: IncomingMessage, cause: string) => void causes.set(incoming, cause),
    hush: (incoming: IncomingMessage) => void causes.set(incoming, quiet),
    watch: (id: string, incoming: IncomingMessage, outgoing: ServerResponse) =>
      void outgoing.once('finish', () => write(id, incoming, outgoing.statusCode)),
  }
}

export type RequestLog = ReturnType<typeof requestLog>

/** The last cause of an error, in one line: what a person can act on. */
export function causeLine(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error))
  const cause = error.cause instanceof Error ? ` ← ${error.cause.message}` : ''
  return oneLine(`${error.message}${cause}`)
}
