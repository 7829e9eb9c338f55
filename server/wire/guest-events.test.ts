import { expect, test } from 'vitest'
import { limitGuestEvents } from './guest-events.ts'

let now = 0
function harness() {
  now = 0
  const refuse = limitGuestEvents({ times: 100, seconds: 100 }, () => now)
  return (
    body: string,
    { path = 'analytics_events', role = 'anon', address = 'a', type = 'application/json', method = 'POST' } = {},
  ) =>
    refuse(
      new Request(`http://127.0.0.1/rest/v1/${path}`, { method, headers: { 'content-type': type }, body }),
      role,
      address,
    )
}
const rows = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ event_type: 'click' })))

test('events are counted, not requests, and an address above the limit gets Retry-After', async () => {
  const send = harness()
  for (let batch = 0; batch < 4; batch++) expect(await send(rows(25))).toBeUndefined()
  const refusal = await send(rows(25))
  expect([refusal?.status, refusal?.headers.get('retry-after')]).toEqual([429, '25'])
  expect(await refusal?.json()).toMatchObject({ code: 'PT429', hint: 'rate_limited' })
  now = 25_000
  expect(await send(rows(25))).toBeUndefined()
})

test.each([
  ['another address', { address: 'b' }],
  ['a member', { role: 'authenticated' }],
  ['the server itself', { role: 'service_role' }],
  ['another table', { path: 'reports' }],
])('%s is not limited', async (_, who) => {
  const send = harness()
  await send(rows(100))
  expect((await send('{}'))?.status).toBe(429)
  expect(await send('{}', who)).toBeUndefined()
})

test.each([
  ['a single event', '{"event_type":"click"}', {}],
  ['what is no JSON', '{', {}],
  ['CSV, line by line', `event_type\n${'click\n'.repeat(120)}`, { type: 'text/csv' }],
  ['a path with a query', rows(1), { path: 'analytics_events?columns=event_type' }],
  ['a path in another spelling', rows(1), { path: '%61nalytics_events/' }],
  ['a path with two slashes', rows(1), { path: '/analytics_events' }],
  ['visits', rows(1), { path: 'user_sessions' }],
])('%s counts too', async (_, body, how) => {
  const send = harness()
  await send(rows(100))
  expect((await send(body, how))?.status).toBe(429)
})

test('a body larger than any batch of the app is refused unread', async () => {
  const send = harness()
  expect((await send(JSON.stringify([{ metadata: 'x'.repeat(70_000) }])))?.status).toBe(413)
  expect(await send(rows(100))).toBeUndefined()
})
