import { expect, test } from 'vitest'
import { isSeasonId, trashtalkPath } from './legacy.ts'

test.each([
  ['', '/trashtalk'],
  ['geruechte', '/trashtalk/geruechte'],
  ['geruecht/42', '/trashtalk/geruecht/42'],
  ['geruechte/2026/11/21/zieht-mandy-ein/', '/trashtalk/geruechte/2026/11/21/zieht-mandy-ein'],
  ['/evil.example', '/trashtalk/evil.example'],
  ['../../admin', '/trashtalk/admin'],
  ['a?b#c', '/trashtalk/a%3Fb%23c'],
  ['\\evil.example', '/trashtalk/%5Cevil.example'],
])('/trash-talk/%s redirects to %s', (rest, path) => expect(trashtalkPath(rest)).toBe(path))

test('only a whole UUID is a season id', () => {
  expect(isSeasonId('1f0a3c52-9b7e-4d3f-8a61-0c5de2b4f791')).toBe(true)
  expect(isSeasonId("1f0a3c52-9b7e-4d3f-8a61-0c5de2b4f791' or 1=1")).toBe(false)
  expect(isSeasonId('staffel-7')).toBe(false)
})
