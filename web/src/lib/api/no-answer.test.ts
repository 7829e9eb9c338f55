import { afterEach, expect, test, vi } from 'vitest'
import { fetchMarked, isUnanswered } from './no-answer.ts'
import { reportMistake } from './report-mistake.ts'

afterEach(() => vi.unstubAllGlobals())

test('only a failed request is a missing answer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Load failed')))
  const lost = await fetchMarked('/config.json').catch((error: unknown) => error)
  expect([isUnanswered(lost), isUnanswered(new TypeError('Load failed')), isUnanswered(null)]).toEqual([
    true,
    false,
    false,
  ])
})

test('what a library would take for a missing answer is reported, but for what is one or was cancelled', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Load failed')))
  const mistake = new TypeError('Response.json is not a function')
  for (const failing of [
    fetchMarked('/rest'),
    Promise.reject(mistake),
    Promise.reject(new DOMException('gone', 'AbortError')),
  ])
    await failing.catch(reportMistake).catch(() => {})
  expect(reported).toEqual([mistake])
})
