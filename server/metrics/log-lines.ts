import type { Log, RequestLine } from '../http/request-log.ts'

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

/** Writes lines of the log. What a visitor sent is one line in either format: JSON escapes what would end it. */
export function logLines(format: LogFormat, write: Log, now: () => Date = () => new Date()): LogLines {
  if (format === 'text') return { line: write, request: (line) => write(sentence(line)) }
  const object = (fields: object) => write(JSON.stringify({ time: now().toISOString(), ...fields }))
  return {
    line: (message) => object({ level: 'info', message }),
    request: ({ level, id, method, path, status, ms, trace, cause }) =>
      object({ level, message: cause ?? 'langsam', request_id: id, trace_id: trace, method, path, status, ms }),
  }
}
