import { networkSentences } from '@hot/domain/network/refusals'
import { expect, test } from 'vitest'
import { limitDatabaseTime, limitRequests } from './request-limits.ts'

const admit = limitRequests({ times: 2, seconds: 60 }, () => 0)
const guest = { role: 'anon', sub: undefined, address: '2001:db8:1:2::1', inProcess: false }
const statusOf = (path: string, caller: Partial<typeof guest> | { sub: string; role: string }) =>
  admit(new Request(`http://x${path}`), { ...guest, ...caller })?.status ?? 'admitted'

test('counts REST requests per network', async () => {
  expect(statusOf('/rest/v1/stars', {})).toBe('admitted')
  expect(statusOf('/rest/v1/rpc/home_page', { address: '2001:db8:1:2::2' })).toBe('admitted')
  const refusal = admit(new Request('http://x/rest/v1/stars'), { ...guest, address: '2001:db8:1:2::3' })
  expect([refusal?.status, refusal?.headers.get('retry-after')]).toEqual([429, '30'])
  expect(await refusal?.json()).toMatchObject({ hint: 'rate_limited', message: networkSentences.rate_limited })
  expect(statusOf('/rest/v1/stars', { address: '2001:db8:1:3::1' })).toBe('admitted')
})

test("counts members separately, and neither files nor the server's own requests", () => {
  const shared = { address: '2001:db8:1:2::1' }
  expect(statusOf('/rest/v1/stars', { ...shared, role: 'authenticated', sub: 'a' })).toBe('admitted')
  expect(statusOf('/storage/v1/object/public/avatars/a.webp', shared)).toBe('admitted')
  expect(statusOf('/rest/v1/stars', { ...shared, role: 'service_role' })).toBe('admitted')
  expect(statusOf('/rest/v1/stars', { ...guest, inProcess: true })).toBe('admitted')
  expect(statusOf('/rest/v1/stars', shared)).toBe(429)
})

const rest = new Request('http://x/rest/v1/stars')

test('limits the time that the database works for a network, known only afterwards', () => {
  let now = 0
  const { admit: admitByTime, spent } = limitDatabaseTime({ times: 1_000, seconds: 10 }, () => now)
  const others = { ...guest, address: '2001:db8:1:3::1' }
  spent(guest, { ms: 600, timedOut: false })
  expect(admitByTime(rest, guest)).toBeUndefined()
  spent({ ...guest, address: '2001:db8:1:2::2' }, { ms: 5_000, timedOut: false })
  expect(admitByTime(rest, guest)?.status).toBe(429)
  expect(admitByTime(rest, others)).toBeUndefined()
  expect(admitByTime(rest, { ...guest, role: 'authenticated', sub: 'a' })).toBeUndefined()
  now += 1_000
  expect(admitByTime(rest, guest)).toBeUndefined()
})

test('whose statement ran into its limit waits a minute', () => {
  let now = 0
  const { admit: admitByTime, spent } = limitDatabaseTime(undefined, () => now)
  spent(guest, { ms: 3_000, timedOut: true })
  expect(admitByTime(rest, guest)?.headers.get('retry-after')).toBe('60')
  expect(admitByTime(rest, { ...guest, inProcess: true })).toBeUndefined()
  now += 61_000
  expect(admitByTime(rest, guest)).toBeUndefined()
})
