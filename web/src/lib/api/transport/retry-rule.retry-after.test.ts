import { expect, test } from 'vitest'
import { secondsToWait, withRetryAfter } from './retry-rule.ts'

const refusal = (headers: Record<string, string>, body = '{"code":"PT429","details":null,"hint":"rate_limited"}') =>
  new Response(body, { status: 429, headers })

test.each([
  ['seconds', refusal({ 'Retry-After': '300' }), 300],
  ['a date', refusal({ 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' }), null],
  ['nothing', refusal({}), null],
])('an answer that names %s', async (_, answer, seconds) => {
  const read = await withRetryAfter(answer)
  const body = await read.json()
  expect(read.status).toBe(429)
  expect(body).toMatchObject({ code: 'PT429', hint: 'rate_limited' })
  expect(secondsToWait(body.details)).toBe(seconds)
})

test('an answer of another server is passed on unchanged', async () => {
  const page = await withRetryAfter(refusal({ 'Retry-After': '5' }, '<h1>Too many</h1>'))
  expect(await page.text()).toBe('<h1>Too many</h1>')
})
