import type { Minute } from '@hot/domain/monitoring/minute'
import { describe, expect, it, test } from 'vitest'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { type Answered, type LogFormat, logLines, type RequestLine } from './request-log.ts'

const start = stubServers()
const trace = '0af7651916cd43dd8448eb211c80319c'
const traceparent = (id: string) => ({ traceparent: `00-${id}-b7ad6b7169203331-01` })

function written(format: LogFormat) {
  const lines: string[] = []
  return {
    lines,
    log: logLines(
      format,
      (line) => lines.push(line),
      () => new Date('2026-11-22T02:00:00Z'),
    ),
  }
}

const failed: RequestLine = {
  level: 'error',
  id: 'id-1',
  method: 'GET',
  path: '/st"ars',
  status: 500,
  ms: 12,
  trace,
  cause: 'kaputt',
}

describe('the log', () => {
  it('is one JSON object a line', () => {
    const { lines, log } = written('json')
    log.line('Die Datenbank\nist "weg"')
    log.request(failed)
    expect(lines.every((line) => !line.includes('\n'))).toBe(true)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { time: '2026-11-22T02:00:00.000Z', level: 'info', message: 'Die Datenbank\nist "weg"' },
      {
        time: '2026-11-22T02:00:00.000Z',
        level: 'error',
        message: 'kaputt',
        request_id: 'id-1',
        trace_id: trace,
        method: 'GET',
        path: '/st"ars',
        status: 500,
        ms: 12,
      },
    ])
  })

  it('is plain text for a terminal', () => {
    const { lines, log } = written('text')
    log.line('Die Datenbank ist weg')
    log.request(failed)
    log.request({ ...failed, level: 'warn', status: 200, ms: 2345, cause: undefined })
    expect(lines).toEqual(['Die Datenbank ist weg', '500 GET /st"ars [id-1] kaputt', '200 GET /st"ars [id-1] 2345 ms'])
  })
})

const minute: Minute = {
  ...{ requests: 120, p50: 12, p95: 340, ok: 115, wrong: 2, failed: 1, refused: 2, slow: 3, unlogged: 0, lost: 0 },
  ...{
    queue: 4,
    statements: 300,
    databaseMs: 900,
    statementP95: 9,
    statementMax: 40,
    sessionP95: 1,
    sessionMax: 6,
    sockets: 5,
    live: 6,
    liveP95: 80,
  },
  ...{
    jobs: 2,
    jobsFailed: 0,
    mailsSent: 1,
    mailsFailed: 0,
    mailsWaiting: null,
    loopP99: 8,
    loopMax: 40,
    cpu: 31,
    rss: 512,
  },
  kinds: { page_cached: { n: 100, p50: 3, p95: 9 } },
}

describe('the line of a minute', () => {
  it('is one flat object, with the kinds of requests in it', () => {
    const { lines, log } = written('json')
    log.minute(minute)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      ...{ level: 'info', message: 'minute', requests: 120, failed: 1, refused: 2, queue: 4 },
      ...{ statement_p95: 9, database_ms: 900, session_p95: 1, live_p95: 80, jobs_failed: 0, mails_waiting: null },
      ...{ loop_p99: 8, loop_max: 40, cpu: 31, rss: 512, kinds: { page_cached: { n: 100, p50: 3, p95: 9 } } },
    })
  })

  it('is a sentence at a terminal, and nothing for a minute in which nothing happened', () => {
    const { lines, log } = written('text')
    log.minute({ ...minute, requests: 0 })
    log.minute(minute)
    expect(lines).toEqual([
      'Letzte Minute: 120 Anfragen (p50 12, p95 340 ms), 1 Fehler, 2 abgewiesen; Warteschlange 4; Datenbank: Sitzung p95 1, Abfragen p95 9 ms; Prozess: Verzug p99 8, höchstens 40 ms, CPU 31 %, 512 MB',
    ])
  })
})

test('a slow answer says where its time went, in fields or in words', () => {
  const spent = { queue: 3, session: 1, statement: 1900, render: 80, send: 2, bytes: 30_400, busy: 12 }
  const [json, text] = (['json', 'text'] as const).map((format) => {
    const { lines, log } = written(format)
    log.request({ ...failed, level: 'warn', status: 200, ms: 2001, cause: undefined, spent })
    return lines[0] ?? ''
  })
  expect(JSON.parse(json ?? '')).toMatchObject({
    ...{ message: 'langsam', ms: 2001, queue_ms: 3, session_ms: 1, statement_ms: 1900, render_ms: 80, send_ms: 2 },
    ...{ bytes: 30_400, busy_percent: 12 },
  })
  expect(text).toBe(
    '200 GET /st"ars [id-1] 2001 ms (Warteschlange 3, Sitzung 1, Abfragen 1900, Rendern 80, Senden 2 ms; 31 kB; Prozess zu 12 % beschäftigt)',
  )
})

describe('a request that fails', () => {
  const broken = { renderPage: () => Promise.reject(new Error('kaputt')) }

  async function lineOf(headers: Record<string, string>) {
    const { lines, log } = written('json')
    const { get } = await start({ ...broken, request: log.request })
    const response = await get('/stars?q=geheim', headers)
    expect(lines).toHaveLength(1)
    return { response, line: JSON.parse(lines[0] ?? '') as Record<string, unknown> }
  }

  it('is a JSON line with the id of the answer and the trace of the page, without the query', async () => {
    const { response, line } = await lineOf(traceparent(trace))
    expect(line).toMatchObject({
      level: 'error',
      message: 'kaputt',
      request_id: response.headers.get('x-request-id'),
      trace_id: trace,
      method: 'GET',
      path: '/stars',
      status: 500,
    })
    expect(line.ms).toEqual(expect.any(Number))
    expect(JSON.stringify(line)).not.toContain('geheim')
  })

  it.each(['x', '0'.repeat(32), `${trace.slice(1)}"`, `${trace}00`])(
    'does not write a trace that is none: %j',
    async (id) => {
      expect((await lineOf(traceparent(id))).line).not.toHaveProperty('trace_id')
    },
  )

  it('has its own id, whatever the client sends', async () => {
    const { response, line } = await lineOf({ 'x-request-id': 'mine' })
    expect(line.request_id).not.toBe('mine')
    expect(response.headers.get('x-request-id')).toBe(line.request_id)
  })
})

describe('a request past the cache', () => {
  it('is passed to the metrics, with its path and without its query', async () => {
    const answers: Answered[] = []
    const { get } = await start({ answered: (answer) => answers.push(answer) })
    await (await get('/stars?q=x')).text()
    await (await get('/%zz')).text()
    expect(answers).toMatchObject([
      { method: 'GET', path: '/stars', status: 200 },
      { method: 'GET', path: '/%zz', status: 400 },
    ])
  })
})
