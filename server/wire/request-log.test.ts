import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type RequestLine, requestLog } from './request-log.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function exchange(headers: Record<string, string> = {}, statusCode = 200) {
  const incoming = Object.assign(new EventEmitter(), { headers, method: 'POST', url: '/storage/v1/object/a?token=x' })
  const outgoing = Object.assign(new EventEmitter(), { statusCode })
  const lines: RequestLine[] = []
  const log = requestLog((line) => lines.push(line))
  log.watch('id', incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse)
  return { incoming, outgoing, lines, log }
}

test.each([
  [2000, 0],
  [2001, 1],
])('an answer after %i ms writes %i lines', (ms, lines) => {
  const slow = exchange()
  vi.advanceTimersByTime(ms)
  slow.outgoing.emit('finish')
  expect(slow.lines).toHaveLength(lines)
  if (lines) expect(slow.lines[0]).toMatchObject({ level: 'warn', path: '/storage/v1/object/a', status: 200, ms })
})

test('the time of an upload does not count', () => {
  const upload = exchange({ 'content-length': '5000000' })
  vi.advanceTimersByTime(40_000)
  upload.incoming.emit('end')
  vi.advanceTimersByTime(100)
  upload.outgoing.emit('finish')
  expect(upload.lines).toEqual([])
})

test('requests that fail in an outage are not logged, however slow', () => {
  const away = exchange({}, 503)
  away.log.hush(away.incoming as unknown as IncomingMessage)
  vi.advanceTimersByTime(9000)
  away.outgoing.emit('finish')
  expect(away.lines).toEqual([])
})
