import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { type EmbeddedBackend, openEmbedded } from './embedded-backend.ts'

const SITE = 'http://127.0.0.1:4999'

let backend: EmbeddedBackend
beforeAll(async () => {
  const limitOf = (times: number) => ({ times, seconds: 30_000 })
  backend = await openEmbedded({ siteUrl: SITE, jobs: false, guestEvents: limitOf(3), requests: limitOf(20) })
}, OPENS_A_DATABASE.timeout)
afterAll(() => backend.close())

/** A guest's request from this address whose headers claim other addresses. */
const ask = (remoteAddress: string, path: string, body: unknown, forged: number) =>
  backend.fetch(
    new Request(`${SITE}/rest/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: backend.publishableKey,
        'content-type': 'application/json',
        prefer: 'return=minimal',
        'x-forwarded-for': `10.0.0.${forged}`,
        'cf-connecting-ip': `10.0.1.${forged}`,
      },
      body: JSON.stringify(body),
    }),
    { remoteAddress },
  )

test('SQL throttles guests by the address of the connection, whatever their headers say', async () => {
  const guess = (address: string, n: number) => ask(address, 'rpc/check_invite', { p_code: `FALSCH${n + 20}` }, n)
  for (let n = 0; n < 10; n++) expect(await (await guess('203.0.113.7', n)).json()).toEqual({ state: 'unknown' })
  const refused = await guess('203.0.113.7', 10)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect(await refused.json()).toMatchObject({ hint: 'rate_limited', message: expect.stringContaining('Zu viele') })
  expect((await guess('203.0.113.8', 11)).status).toBe(200)
})

test('the gateway throttles guests by the usage events that come from their address', async () => {
  const send = (address: string, events: number, n: number) =>
    ask(
      address,
      'analytics_events',
      Array.from({ length: events }, () => ({ event_type: 'click' })),
      n,
    )
  expect((await send('203.0.113.7', 2, 1)).status).toBe(201)
  const refused = await send('203.0.113.7', 2, 2)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(9_000)
  expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After')
  expect((await send('203.0.113.8', 3, 3)).status).toBe(201)
  expect(await backend.query('select count(*)::int as events from public.analytics_events')).toEqual([{ events: 5 }])
})

test('the addresses of one IPv6 network share their limit', async () => {
  const send = (address: string) =>
    ask(address, 'analytics_events', [{ event_type: 'click' }, { event_type: 'click' }], 4)
  expect((await send('2001:db8:1:2::1')).status).toBe(201)
  expect((await send('2001:db8:1:2:ffff::2')).status).toBe(429)
  expect((await send('2001:db8:1:3::1')).status).toBe(201)
})

test('the gateway throttles REST requests of a network before it reads them', async () => {
  const write = async (address: string) => (await ask(address, 'stars', { first_name: 'Neu' }, 5)).status
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) statuses.push(await write(`2001:db8:2:2::${n.toString(16)}`))
  expect(statuses).toEqual([...Array(20).fill(401), 429])
  expect(await write('2001:db8:2:3::1')).toBe(401)
})
