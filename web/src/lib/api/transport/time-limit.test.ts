import { afterEach, expect, test, vi } from 'vitest'
import { inTime, timeLimitMs } from './time-limit.ts'

/** Never answers; aborts as fetch does. */
const silent: typeof fetch = (_, init) =>
  new Promise((_, reject) => {
    const end = () => reject(init?.signal?.reason)
    if (init?.signal?.aborted) end()
    else init?.signal?.addEventListener('abort', end)
  })

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['slow-2g', 20_000],
  ['2g', 20_000],
  ['3g', 12_000],
  ['4g', 8_000],
  [undefined, 10_000],
])('on %s a request has %i ms', (effectiveType, expected) => {
  vi.stubGlobal('navigator', { connection: effectiveType && { effectiveType } })
  expect(timeLimitMs()).toBe(expected)
})

test('no answer in time becomes a 504', async () => {
  const answer = await inTime(silent)('https://hot.example/', undefined, 5)
  expect(answer.status).toBe(504)
  expect(await answer.json()).toMatchObject({ hint: 'no_answer_in_time' })
})

test.each(['before', 'meanwhile'])('a request aborted by the caller %s stays aborted', async (when) => {
  const caller = new AbortController()
  if (when === 'before') caller.abort()
  const asked = inTime(silent)('https://hot.example/', { signal: caller.signal })
  caller.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

test('answers and network errors are passed on unchanged', async () => {
  const answer = await inTime(() => Promise.resolve(new Response('hier')))('https://hot.example/')
  expect(await answer.text()).toBe('hier')
  const gone = inTime(() => Promise.reject(new TypeError('Failed to fetch')))('https://hot.example/')
  await expect(gone).rejects.toBeInstanceOf(TypeError)
})
