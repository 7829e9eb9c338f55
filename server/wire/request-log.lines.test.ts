import { describe, expect, it } from 'vitest'
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
