import { expect, test } from 'vitest'
import { isFromHot } from './ask-outside.ts'

const answer = (status: number, type: string) => new Response('', { status, headers: { 'content-type': type } })

test('an answer for /health is from HoT when it says JSON, also while it refuses', () => {
  expect(isFromHot(answer(200, 'application/json'))).toBe(true)
  expect(isFromHot(answer(503, 'application/json; charset=UTF-8'))).toBe(true)
})

test('the page that a proxy shows while it does not reach HoT is not, nor is another site', () => {
  expect(isFromHot(answer(503, 'text/html; charset=utf-8'))).toBe(false)
  expect(isFromHot(answer(200, 'text/html'))).toBe(false)
  expect(isFromHot(answer(404, 'application/json'))).toBe(false)
})
