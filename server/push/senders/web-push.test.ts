import { createPublicKey } from 'node:crypto'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { examplePush } from '../../../tests/support/server/example-push.ts'
import { ownCertificate } from '../../../tests/support/server/own-certificate.ts'
import { webSubscriber } from '../../../tests/support/server/web-subscriber.ts'
import { pushMessage } from '../push-message.ts'
import { webPushSender } from './web-push.ts'

type Asked = { path: string; headers: https.RequestOptions['headers']; body: Buffer }
const asked: Asked[] = []
let answer: { status: number; headers?: Record<string, string> } = { status: 201 }
const time = new Date('2026-11-22T02:00:00Z')

const certificate = ownCertificate()
const keys = { ...webPush.generateVAPIDKeys(), subject: 'mailto:push@hot.example' }
const browser = webSubscriber()

const service = https.createServer(certificate, async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  asked.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
  response.writeHead(answer.status, answer.headers).end('nicht gelesen')
})
const origin = () => `https://127.0.0.1:${(service.address() as AddressInfo).port}`
const device = (token = `${origin()}/push/abc`) => ({
  kind: 'web' as const,
  token,
  p256dh: browser.p256dh,
  auth: browser.auth,
})
const push = examplePush()
const message = pushMessage(push)
const open = () => webPushSender(keys, { also: { origin: origin(), ca: certificate.cert }, now: () => time })

beforeAll(() => new Promise<void>((ready) => void service.listen(0, '127.0.0.1', ready)))
afterAll(() => new Promise<void>((done) => void service.close(() => done())))
beforeEach(() => {
  asked.length = 0
  answer = { status: 201 }
})

test('only the browser can decrypt it: text, target and the tag by which it replaces the earlier one', async () => {
  expect(await open()(message, device())).toEqual({ kind: 'sent' })
  expect(asked[0]?.path).toBe('/push/abc')
  expect(asked[0]?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    urgency: 'normal',
    topic: message.id.replaceAll('-', ''),
  })
  const body = asked[0]?.body ?? Buffer.alloc(0)
  expect(body.toString('latin1')).not.toContain('Anna')
  const { id, ...shown } = message
  expect(JSON.parse(browser.open(body))).toEqual({ ...shown, tag: id })
  expect(body.length).toBeLessThan(4096)
  expect(() => webSubscriber().open(body)).toThrow()
})

test('the server authenticates to the push service with its VAPID key', async () => {
  await open()(message, device())
  const [, token = '', key] = /^vapid t=([^,]+), k=(\S+)$/.exec(String(Object(asked[0]?.headers).authorization)) ?? []
  expect(key).toBe(keys.publicKey)
  const point = Buffer.from(keys.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const { payload } = await jwtVerify(token, createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' }))
  expect(payload).toMatchObject({ aud: origin(), sub: keys.subject })
  expect((payload.exp ?? 0) * 1000 - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
})

test.for([
  [404, undefined, { kind: 'gone', problem: '404' }],
  [410, undefined, { kind: 'gone', problem: '410' }],
  [429, { 'retry-after': '90' }, { kind: 'later', problem: '429', waitSeconds: 90 }],
  [502, undefined, { kind: 'later', problem: '502', waitSeconds: 0 }],
  [403, undefined, { kind: 'refused', problem: '403' }],
  // A redirect is not followed: its target might be a private address.
  [307, { location: 'https://127.0.0.1:1/x' }, { kind: 'refused', problem: '307' }],
] as const)('%s', async ([status, headers, outcome]) => {
  answer = { status, ...(headers && { headers }) }
  expect(await open()(message, device())).toEqual(outcome)
  expect(asked).toHaveLength(1)
})

test('invalid keys and private endpoints are given up without a request', async () => {
  expect(await open()(message, { ...device(), p256dh: `B${'A'.repeat(86)}` })).toEqual({
    kind: 'gone',
    problem: 'unusable keys',
  })
  expect(await webPushSender(keys)(message, device())).toEqual({ kind: 'gone', problem: 'no public endpoint' })
  expect(asked).toEqual([])
})
